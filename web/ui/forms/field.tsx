import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { ErrorText } from './form-signs.tsx'
import type { FormState } from './form-state.ts'

type Common = { form: FormState; name: string; label: ReactNode; hint?: ReactNode; className?: string }
type Aria = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** Characters that the narrowest field shows in a line. */
const FIXED_LINE = 30

/** Label above, hint below, error beside its field and tied to it. */
function Frame({
  form,
  name,
  label,
  hint,
  className,
  children,
}: Common & { children: (aria: Aria) => ReactNode }) {
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

/** A one-line input of a form made with `useForm`. */
export function Field({
  form,
  label,
  hint,
  className,
  ...input
}: Common & Omit<ComponentProps<'input'>, 'form'>) {
  return (
    <Frame form={form} name={input.name} label={label} hint={hint} className={className}>
      {(aria) => <input {...input} {...aria} />}
    </Frame>
  )
}

/** A text of several lines. */
export function TextArea({
  form,
  label,
  hint,
  className,
  ...input
}: Common & Omit<ComponentProps<'textarea'>, 'form'>) {
  return (
    <Frame form={form} name={input.name} label={label} hint={hint} className={className}>
      {(aria) => <textarea {...input} {...aria} />}
    </Frame>
  )
}

/**
 * What is only to be read: as many lines as it needs. Where the browser does not size fields by what they hold,
 * the lines are counted.
 */
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

/** A choice from a list; `children` are the options. */
export function Select({
  form,
  label,
  hint,
  className,
  ...input
}: Common & Omit<ComponentProps<'select'>, 'form'>) {
  return (
    <Frame form={form} name={input.name} label={label} hint={hint} className={className}>
      {(aria) => <select {...input} {...aria} />}
    </Frame>
  )
}
