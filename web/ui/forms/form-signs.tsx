import type { ComponentProps, ReactNode } from 'react'
import { uiTexts } from '#contract/messages/ui.ts'
import { Button, type Look } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import type { FormState } from './form-state.ts'

type ErrorProps = { id?: string; code?: string; isOfForm?: boolean; children: ReactNode }

export function ErrorText({ id, code, isOfForm, children }: ErrorProps) {
  return (
    <p className={classNames('err', isOfForm && 'err--form')} id={id} role="alert" data-code={code}>
      <Icon name="warning" />
      {children}
    </p>
  )
}

export function FormError({ form }: { form: FormState }) {
  return form.formError && <ErrorText isOfForm>{form.formError}</ErrorText>
}

type SubmitProps = Omit<ComponentProps<'button'>, 'form' | 'type'> & Look & { form: FormState }

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
