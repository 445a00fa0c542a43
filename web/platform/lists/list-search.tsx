import { type ComponentProps, useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'

type Props = Omit<ComponentProps<'input'>, 'value' | 'children'> & {
  value: string | undefined
  submitText: string
  children?: Elements
}

export function ListSearch({ value, submitText, children, ...input }: Props) {
  const field = useRef<HTMLInputElement>(null)
  // the field follows the address; a `key` would remount it, and it would lose the focus
  useEffect(() => {
    if (field.current) field.current.value = value ?? ''
  }, [value])
  return (
    <Form role="search" noValidate className="filters filters--search">
      {children}
      <div className="list-search">
        <input ref={field} type="search" defaultValue={value} {...input} />
        <Button type="submit">{submitText}</Button>
      </div>
    </Form>
  )
}
