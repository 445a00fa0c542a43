import { type ReactNode, useState } from 'react'
import { secondStepTexts as texts } from '#contract/messages/account/second-step.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { FormState } from '../../ui/forms/form-state.ts'
import { AttemptError } from './attempt-error.tsx'
import { DemoMailbox } from './demo-help.tsx'
import { useSignIn } from './use-sign-in.ts'

type PasswordFieldProps = {
  form: FormState
  /** The account: password managers look for it beside the password. */
  email: string
  label: string
  hint?: ReactNode
  autoComplete: 'new-password' | 'current-password'
}

/** The password of a known account, in a form that does not ask for its address. */
export function PasswordField({ form, email, ...field }: PasswordFieldProps) {
  return (
    <>
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <Field form={form} name="password" type="password" {...field} />
    </>
  )
}

/** Six digits, with the keypad for them; the browser offers the code of a text message. */
export function CodeField({ form, hint }: { form: FormState; hint: string }) {
  return (
    <Field
      form={form}
      name="code"
      label={texts.code}
      hint={hint}
      inputMode="numeric"
      autoComplete="one-time-code"
    />
  )
}

type TextedCodeProps = {
  form: FormState
  send: () => Promise<void>
  /** A first message is on its way already. */
  isSent?: boolean
}

/** A code that is texted at the press of a button, which moves behind the field once a message is on its way. */
export function TextedCode({ form, send, isSent = false }: TextedCodeProps) {
  const [count, setCount] = useState(isSent ? 1 : 0)
  const [isBusy, setBusy] = useState(false)
  const { error, run } = useSignIn()

  async function sendOne() {
    if (isBusy) return
    setBusy(true)
    if (await run(send)) setCount(count + 1)
    setBusy(false)
  }

  const sendButton = (
    <>
      <div className="form__acts">
        <Button onClick={sendOne} aria-busy={isBusy}>
          {count === 0 ? texts.sendCode : texts.sendAnother}
        </Button>
      </div>
      <AttemptError error={error} />
    </>
  )
  return (
    <>
      {!isSent && sendButton}
      <div role="status">
        {count > 0 && (
          // a new element for each message, so that each is read aloud
          <p key={count} className="told">
            {texts.sent} <DemoMailbox />
          </p>
        )}
      </div>
      <CodeField form={form} hint={texts.textHint} />
      {isSent && sendButton}
    </>
  )
}
