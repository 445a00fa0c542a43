import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame } from './field-frame.tsx'
import type { FormState } from './form-state.ts'

type Common = { form: FormState; name: string; label: ReactNode; hint?: ReactNode; className?: string }
type FieldProps<Element extends 'input' | 'textarea' | 'select'> = Common &
  Omit<ComponentProps<Element>, 'form'>

/** An input of one line. */
export function Field({ form, label, hint, className, ...input }: FieldProps<'input'>) {
  return (
    <FieldFrame error={form.errors[input.name]} label={label} hint={hint} className={className}>
      {(aria) => <input {...input} {...aria} />}
    </FieldFrame>
  )
}

export function TextArea({ form, label, hint, className, ...input }: FieldProps<'textarea'>) {
  return (
    <FieldFrame error={form.errors[input.name]} label={label} hint={hint} className={className}>
      {(aria) => <textarea {...input} {...aria} />}
    </FieldFrame>
  )
}

/** `children` are the options. */
export function Select({ form, label, hint, className, ...input }: FieldProps<'select'>) {
  return (
    <FieldFrame error={form.errors[input.name]} label={label} hint={hint} className={className}>
      {(aria) => <select {...input} {...aria} />}
    </FieldFrame>
  )
}

/** Characters in a line of the narrowest field. */
const FIXED_LINE = 30

/** A read-only field with as many lines as its text; `rows` is for browsers without `field-sizing`. */
export function FixedField({ form, name, value, ...frame }: Omit<Common, 'hint'> & { value: string }) {
  const rows = Math.ceil(value.length / FIXED_LINE)
  return (
    <FieldFrame error={form.errors[name]} {...frame}>
      {(aria) => <textarea {...aria} name={name} className="fixed" rows={rows} value={value} readOnly />}
    </FieldFrame>
  )
}
