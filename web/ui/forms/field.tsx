import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { ErrorText } from './form-signs.tsx'
import type { FormState } from './form-state.ts'

type Common = { form: FormState; name: string; label: ReactNode; hint?: ReactNode; className?: string }
type FieldProps<Element extends 'input' | 'textarea' | 'select'> = Common &
  Omit<ComponentProps<Element>, 'form'>
type Aria = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
type FrameProps = Common & { children: (aria: Aria) => ReactNode }

/** Label above, error and hint below; both describe the field for screen readers. */
function Frame({ form, name, label, hint, className, children }: FrameProps) {
  const id = useId()
  const error = form.errors[name]
  const described = classNames(error && `${id}-error`, hint ? `${id}-hint` : null)
  return (
    <div className={classNames('field', error && 'is-bad', className)}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** An input of one line. */
export function Field({ form, label, hint, className, ...input }: FieldProps<'input'>) {
  return (
    <Frame form={form} name={input.name} label={label} hint={hint} className={className}>
      {(aria) => <input {...input} {...aria} />}
    </Frame>
  )
}

export function TextArea({ form, label, hint, className, ...input }: FieldProps<'textarea'>) {
  return (
    <Frame form={form} name={input.name} label={label} hint={hint} className={className}>
      {(aria) => <textarea {...input} {...aria} />}
    </Frame>
  )
}

/** `children` are the options. */
export function Select({ form, label, hint, className, ...input }: FieldProps<'select'>) {
  return (
    <Frame form={form} name={input.name} label={label} hint={hint} className={className}>
      {(aria) => <select {...input} {...aria} />}
    </Frame>
  )
}

/** Characters in a line of the narrowest field. */
const FIXED_LINE = 30

/** A read-only field with as many lines as its text; `rows` is for browsers without `field-sizing`. */
export function FixedField({ value, ...field }: Omit<Common, 'hint'> & { value: string | number }) {
  const rows = Math.ceil(String(value).length / FIXED_LINE)
  return (
    <Frame {...field}>
      {(aria) => (
        <textarea {...aria} name={field.name} className="fixed" rows={rows} value={value} readOnly />
      )}
    </Frame>
  )
}
