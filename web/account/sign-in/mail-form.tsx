import { type ReactNode, useState } from 'react'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { Field } from '../../ui/forms/field.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { rememberedPath } from '../session/return-path.ts'
import { DemoMailbox } from './demo-help.tsx'
import { mailSignInLink } from './mailed-links.ts'
import { isRemembered } from './remember-me.tsx'
import type { SignIn } from './use-sign-in.ts'

type MailFormProps = {
  hint?: string
  autoComplete: 'username' | 'email'
  /** Mails the link; answers false after an error, which the page shows. */
  send: (email: string, form: HTMLFormElement) => Promise<boolean>
  /** The message once it is sent. */
  sent: (email: string) => string
  /** More fields, above the button. */
  children?: ReactNode
  error?: ReactNode
}

/** Asks for an address, mails a link to it and says so; the page does not reveal whether the address has an account. */
export function MailForm({ hint, autoComplete, send, sent, children, error }: MailFormProps) {
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
      {error}
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

/** Mails a link that signs in. */
export function EmailLinkForm({ run, rememberMe }: { run: SignIn['run']; rememberMe: ReactNode }) {
  const send = (email: string, form: HTMLFormElement) =>
    run(() => mailSignInLink({ email, remember: isRemembered(form) }, rememberedPath(window.location.href)))
  return (
    <MailForm hint={texts.linkHint} autoComplete="username" send={send} sent={texts.linkSent}>
      {rememberMe}
    </MailForm>
  )
}
