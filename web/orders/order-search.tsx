import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import * as z from 'zod/mini'
import { emailSchema } from '#contract/fields.ts'
import { orderTexts as texts } from '#contract/messages/orders.ts'
import { Button } from '../ui/button.tsx'
import type { OrdersView } from './orders-address.ts'

/** Whose orders a text asks for; undefined where it is no address, so that nobody has any. */
export function readEmail(text: string): string | undefined {
  return z.safeParse(emailSchema, text).data
}

/** One buyer's orders, by the address of the account; the other filters stay as they are. */
export function OrderSearch({ view: { status, payment, email } }: { view: OrdersView }) {
  const address = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (address.current) address.current.value = email ?? ''
  }, [email])
  return (
    <Form role="search" noValidate className="filters filters--find">
      {status && <input type="hidden" name="status" value={status} />}
      {payment && <input type="hidden" name="payment" value={payment} />}
      <div className="find">
        <input
          ref={address}
          type="search"
          inputMode="email"
          name="email"
          maxLength={254}
          aria-label={texts.searchLabel}
          placeholder={texts.searchEmail}
          defaultValue={email ?? ''}
        />
        <Button type="submit">{texts.search}</Button>
      </div>
    </Form>
  )
}
