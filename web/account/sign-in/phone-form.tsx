import { type ReactNode, useState } from 'react'
import type { ErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { SentCode } from '../session/identity-client.ts'
import { isRemembered, type SignIn, SignInForm, TextedCode } from './sign-in-form.tsx'

type Sent = { number: string; textId: string; remember: boolean }
type PhoneFormProps = {
  label?: string
  words: {
    number: string
    numberHint: string
    send: string
    sentTo: (number: string) => string
    finish: string
    other: string
  }
  run: SignIn['run']
  runFirst?: SignIn['run']
  error?: ErrorMessage | undefined
  /** Texts a code to the number; answers the id that goes with it. */
  text: (number: string) => Promise<string>
  /** Uses the code; answers false when it failed. */
  prove: (sent: SentCode, to: Sent) => Promise<unknown>
  leave?: ReactNode
  children?: ReactNode
}

export function PhoneForm({ label, words, run, runFirst = run, error, text, ...props }: PhoneFormProps) {
  const { prove, leave, children } = props
  const [sent, setSent] = useState<Sent>()
  const sendTo = async (number: string, remember: boolean) =>
    setSent({ number, remember, textId: await text(number) })
  if (!sent) {
    return (
      <SignInForm
        key="number"
        label={label}
        schema={async () => (await import('#contract/users/sign-in.ts')).dialledNumberForm}
        submit={({ phone }, form) => runFirst(() => sendTo(phone, isRemembered(form)))}
        button={words.send}
        beside={leave}
        error={error}
      >
        {(form) => (
          <>
            <Field
              form={form}
              name="phone"
              type="tel"
              label={words.number}
              hint={words.numberHint}
              autoComplete="tel"
            />
            {children}
          </>
        )}
      </SignInForm>
    )
  }
  const { number, textId, remember } = sent
  return (
    <SignInForm
      key="code"
      label={label}
      schema={async () => (await import('#contract/users/sign-in.ts')).codeForm}
      submit={({ code }) => prove({ textId, code }, sent)}
      button={words.finish}
      beside={<Button onClick={() => run(async () => setSent(undefined))}>{words.other}</Button>}
      error={error}
      takesFocus
    >
      {(form) => (
        <>
          <p>{words.sentTo(number)}</p>
          <TextedCode form={form} isSent send={() => sendTo(number, remember)} />
        </>
      )}
    </SignInForm>
  )
}
