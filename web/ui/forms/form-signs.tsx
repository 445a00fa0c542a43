import type { ComponentProps, ReactNode } from 'react'
import { uiTexts } from '#contract/messages/ui.ts'
import { Button, type Look } from '../button.tsx'
import { Icon } from '../icon.tsx'
import type { FormState } from './form-state.ts'

/** An error message, read aloud when it appears. */
export function ErrorText({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="err" id={id} role="alert">
      <Icon name="warning" />
      {children}
    </p>
  )
}

/** The error of the whole form. */
export function FormError({ form }: { form: FormState }) {
  if (!form.formError) return null
  return (
    <p className="err err--form" role="alert">
      <Icon name="warning" />
      {form.formError}
    </p>
  )
}

type SubmitProps = Omit<ComponentProps<'button'>, 'form' | 'type'> & Look & { form: FormState }

/** The submit button: disabled until hydration, with a spinner while the form is sent. */
export function SubmitButton({ form, disabled, children, ...rest }: SubmitProps) {
  return (
    <Button
      type="submit"
      {...rest}
      disabled={disabled || !form.isReady}
      data-waits={disabled ? undefined : true}
      aria-busy={form.isBusy}
    >
      {children}
      {form.isBusy && <span className="spin" role="img" aria-label={uiTexts.loading} />}
    </Button>
  )
}
