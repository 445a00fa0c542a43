import { type ReactNode, useState } from 'react'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import type { ErrorMessage } from '../../api/error-message.ts'
import { Field } from '../../ui/forms/field.tsx'
import { SentNote, SignInForm } from './sign-in-form.tsx'

type MailFormProps = {
  hint?: string
  autoComplete: 'username' | 'email'
  /** Mails the link; answers false after an error, which the page shows. */
  send: (email: string, form: HTMLFormElement) => Promise<boolean>
  sent: (email: string) => string
  children?: ReactNode
  error?: ErrorMessage | undefined
}

/** Asks for an address, mails a link to it and says so; the page does not reveal whether the address has an account. */
export function MailForm({ hint, autoComplete, send, sent, children, error }: MailFormProps) {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <SignInForm
      schema={async () => (await import('#contract/fields.ts')).emailParams}
      submit={async ({ email }, form) => {
        setSentTo(undefined)
        const isSent = await send(email, form)
        if (isSent) setSentTo(email)
        return isSent
      }}
      button={texts.sendLink}
      error={error}
      after={<SentNote text={sentTo && sent(sentTo)} />}
    >
      {(form) => (
        <>
          <Field
            form={form}
            name="email"
            type="email"
            label={texts.email}
            hint={hint}
            autoComplete={autoComplete}
          />
          {children}
        </>
      )}
    </SignInForm>
  )
}
