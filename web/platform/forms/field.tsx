import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../ui/class-names.ts'
import type { Elements } from '../ui/elements.ts'
import { ErrorText, useManagedForm } from './form-status.tsx'

type Common = { name: string; label: ReactNode; hint?: ReactNode; className?: string }
type FieldProps<Element extends 'input' | 'textarea' | 'select'> = Common & ComponentProps<Element>

export function Field({ label, hint, className, ...input }: FieldProps<'input'>) {
  const { errors } = useManagedForm()
  return (
    <FieldFrame error={errors[input.name]} label={label} hint={hint} className={className}>
      {(aria) => <input {...input} {...aria} />}
    </FieldFrame>
  )
}

export function TextArea({ label, hint, className, ...input }: FieldProps<'textarea'>) {
  const { errors } = useManagedForm()
  return (
    <FieldFrame error={errors[input.name]} label={label} hint={hint} className={className}>
      {(aria) => <textarea {...input} {...aria} />}
    </FieldFrame>
  )
}

export function Select({ label, hint, className, ...input }: FieldProps<'select'>) {
  const { errors } = useManagedForm()
  return (
    <FieldFrame error={errors[input.name]} label={label} hint={hint} className={className}>
      {(aria) => <select {...input} {...aria} />}
    </FieldFrame>
  )
}

/** About the characters in a line of the narrowest field. */
const LINE_CHARACTERS = 30

/** A read-only field, as high as its text; `rows` estimates that for browsers without `field-sizing`. */
export function ReadOnlyField({ name, value, ...frame }: Omit<Common, 'hint'> & { value: string }) {
  const { errors } = useManagedForm()
  const rows = Math.ceil(value.length / LINE_CHARACTERS)
  return (
    <FieldFrame error={errors[name]} {...frame}>
      {(aria) => <textarea {...aria} name={name} className="read-only" rows={rows} value={value} readOnly />}
    </FieldFrame>
  )
}

type Aria = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
type FrameProps = {
  label: ReactNode
  error?: ReactNode
  hint?: ReactNode
  className?: string | undefined
  status?: Elements
  children: (aria: Aria) => Elements
}

export function FieldFrame({ label, error, hint, className, status, children }: FrameProps) {
  const id = useId()
  const described = classNames(error ? `${id}-error` : null, hint ? `${id}-hint` : null)
  return (
    <div className={classNames('field', error ? 'is-bad' : null, className)}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
      {status}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type FileProps = Omit<FrameProps, 'children'> & {
  accept: string
  isBusy: boolean
  inputClass?: string
  onFile: (file: File) => unknown
}

export function FileField({ accept, isBusy, inputClass, onFile, ...frame }: FileProps) {
  return (
    <FieldFrame {...frame}>
      {(aria) => (
        <input
          {...aria}
          type="file"
          className={inputClass}
          accept={accept}
          disabled={isBusy}
          aria-busy={isBusy}
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) void onFile(file)
            // otherwise choosing the same file again would send no event
            target.value = ''
          }}
        />
      )}
    </FieldFrame>
  )
}
