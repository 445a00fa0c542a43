import { useEffect, useRef, useState } from 'react'
import { saleUnitNames } from '#contract/catalog/products/part-fields-texts.ts'
import type { Cart } from '#contract/sales/cart/cart.ts'
import { cartOrderedSchema, type LinesChanged, linesChangedSchema } from '#contract/sales/cart/checkout.ts'
import { checkoutPageTexts as texts } from '#contract/sales/cart/checkout-page-texts.ts'
import type { FormState } from '../../../platform/forms/form.ts'
import { useCountText, usePriceText } from '../../../platform/layout/price.tsx'
import { PageLink } from '../../../platform/ui/button.tsx'

type Problem = { text: string; line?: string; field?: string; order?: { _id: string; number: number } }

/** What kept the order from being placed: first that nothing was charged, then each problem with the way to its place. */
export function CheckoutProblems({ form, cart }: { form: FormState; cart: Cart }) {
  const box = useRef<HTMLDivElement>(null)
  const problems = useProblems(form, cart)
  const isRefused = form.formError !== null
  useEffect(() => {
    // an invalid field takes the focus itself
    if (isRefused) box.current?.focus()
  }, [isRefused])
  if (problems.length === 0) return null
  return (
    <div className="problems" role="alert" tabIndex={-1} ref={box}>
      <h2>{texts.problems(problems.length)}</h2>
      <ul>
        {problems.map(({ text, line, field, order }) => (
          <li key={line ?? field ?? text}>
            {line && <a href={`#${lineId(line)}`}>{text}</a>}
            {field && (
              <button type="button" className="link" onClick={() => focusField(form, field)}>
                {text}
              </button>
            )}
            {!line && !field && <span>{text}</span>}
            {order && (
              <>
                <span> </span>
                <PageLink to={`/dashboard/orders/${order.number}`}>{texts.seeOrder(order.number)}</PageLink>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The id of a line of the summary. */
export const lineId = (productId: string) => `line-${productId}`

function focusField({ props: { ref } }: FormState, name: string): void {
  const field = ref.current?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

function useProblems({ errors, formError, code, problem }: FormState, cart: Cart): Problem[] {
  const describeFault = useFaultText(cart)
  const isOpen = useOpenFaults(problem, cart)
  const fields = Object.entries(errors).map(([field, text]) => ({
    text: field.startsWith('billTo.') ? texts.ofInvoice(text) : text,
    field,
  }))
  if (formError === null) return fields
  if (code === 'lines_changed') {
    const { data } = linesChangedSchema.safeParse(problem)
    if (!data || data.faults.length === 0) return [{ text: texts.totalChanged }, ...fields]
    const open = data.faults.filter((fault) => isOpen(fault, data))
    return [...open.map((fault) => describeFault(fault, data)), ...fields]
  }
  if (code === 'cart_ordered') {
    const order = cartOrderedSchema.safeParse(problem).data?.order
    return [{ text: texts.orderedElsewhere, ...(order && { order }) }]
  }
  return [{ text: formError }, ...fields]
}

type Fault = LinesChanged['faults'][number]

/** Tells a fault that the buyer has not settled at its line: the line is as it was sent, and no other price or stock mended it. */
function useOpenFaults(problem: FormState['problem'], cart: Cart) {
  const [refused, setRefused] = useState({ problem, cart })
  if (refused.problem !== problem) setRefused({ problem, cart })
  // the page reads the cart only after it has shown the refusal
  const isRead = refused.cart !== cart
  return ({ position, code }: Fault, { quote }: LinesChanged): boolean => {
    const sent = quote.lines[position - 1]
    const line = cart.lines.find(({ productId }) => productId === sent?.productId)
    if (line?.quantity !== sent?.quantity) return false
    return !isRead || code === 'price_changed' || line?.fault !== null
  }
}

function useFaultText(cart: Cart) {
  const priceText = usePriceText()
  const countText = useCountText()
  return ({ position, code, price, available, minimumOrder }: Fault, { quote }: LinesChanged): Problem => {
    const sent = quote.lines[position - 1]
    const productId = sent?.productId ?? ''
    const name = sent?.part?.name ?? cart.lines.find((line) => line.productId === productId)?.name ?? ''
    const isOut = (available ?? 0) < (minimumOrder ?? 1)
    const words = {
      not_found: texts.notSold(name),
      below_minimum: texts.minimum(name, countText(minimumOrder ?? 1)),
      insufficient_stock: isOut ? texts.soldOut(name) : texts.few(name, countText(available ?? 0)),
      price_changed: texts.price(
        name,
        priceText(price ?? 0, quote.currency),
        saleUnitNames[sent?.part?.saleUnit ?? 'each'],
      ),
    }
    return { text: words[code], line: productId }
  }
}
