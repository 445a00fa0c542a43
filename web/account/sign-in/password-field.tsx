import type { ReactNode } from 'react'
import { Field } from '../../ui/forms/field.tsx'
import type { FormState } from '../../ui/forms/form-state.ts'

type PasswordFieldProps = {
  form: FormState
  /** Whose password it is: password managers look for that beside it. */
  email: string
  label: string
  hint?: ReactNode
  autoComplete: 'new-password' | 'current-password'
}

/** The password of a known account, in a form without a field for its address. */
export function PasswordField({ form, email, ...field }: PasswordFieldProps) {
  return (
    <>
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <Field form={form} name="password" type="password" {...field} />
    </>
  )
}
