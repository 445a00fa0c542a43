import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { Button, type ButtonStyle } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import type { FormState } from './form.ts'

const FormContext = createContext<FormState | undefined>(undefined)

type ManagedFormProps = Omit<ComponentProps<'form'>, keyof FormState['props']> & { form: FormState }

/** A form element. Fields, `FormError` and `SubmitButton` inside it read its state. */
export function ManagedForm({ form, ...rest }: ManagedFormProps) {
  return (
    <FormContext value={form}>
      <form {...form.props} {...rest} />
    </FormContext>
  )
}

export function useManagedForm(): FormState {
  const form = use(FormContext)
  if (!form) throw new Error('This component must be inside a ManagedForm')
  return form
}

type ErrorProps = { id?: string; code?: string; isOfForm?: boolean; children: ReactNode }

export function ErrorText({ id, code, isOfForm, children }: ErrorProps) {
  return (
    <p className={classNames('error', isOfForm && 'error--form')} id={id} role="alert" data-code={code}>
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  )
}

export function FormError() {
  const { formError } = useManagedForm()
  return formError && <ErrorText isOfForm>{formError}</ErrorText>
}

type SubmitProps = Omit<ComponentProps<'button'>, 'type'> &
  ButtonStyle & { children: string; icon?: IconName }

export function SubmitButton({ disabled, children, icon, ...rest }: SubmitProps) {
  const { isReady, isBusy } = useManagedForm()
  return (
    <Button
      type="submit"
      {...rest}
      disabled={disabled || !isReady}
      // disabled only until hydration: the style sheet shows it as enabled
      data-waits={disabled ? undefined : true}
      aria-busy={isBusy}
    >
      <span>{children}</span>
      {icon && <Icon name={icon} size={22} />}
      {isBusy && <span className="spinner" role="img" aria-label={uiTexts.loading} />}
    </Button>
  )
}
