import { type ReactNode, useState } from 'react'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { Field } from '../../ui/forms/field.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { DemoMailbox } from '../session/forms/demo-mailbox.tsx'

type MailFormProps = {
  hint?: string
  autoComplete: 'username' | 'email'
  /** Mails the link; false says that it failed and that the page tells why. */
  send: (email: string, form: HTMLFormElement) => Promise<boolean>
  /** What is told once it is on its way. */
  sent: (email: string) => string
  /** What else is asked, above the button. */
  children?: ReactNode
  /** Where a failure is told. */
  failure?: ReactNode
}

/** Asks for an address, mails a link to it and says so: the same for every address, whoever has an account. */
export function MailForm({ hint, autoComplete, send, sent, children, failure }: MailFormProps) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    schema: async () => (await import('#contract/fields.ts')).emailParams,
    submit: async ({ email }, { form: place }) => {
      setSentTo(undefined)
      const isSent = await send(email, place)
      if (isSent) setSentTo(email)
      return isSent
    },
  })
  return (
    <form {...form.props} className="form">
      <Field
        form={form}
        name="email"
        type="email"
        label={texts.email}
        hint={hint}
        autoComplete={autoComplete}
      />
      {children}
      <SubmitButton form={form} look="go">
        {texts.sendLink}
      </SubmitButton>
      {failure}
      <FormError form={form} />
      <div role="status">
        {sentTo && (
          <p className="told">
            {sent(sentTo)} <DemoMailbox />
          </p>
        )}
      </div>
    </form>
  )
}
