import { useState } from 'react'
import { secondStepTexts as texts } from '#contract/messages/account/second-step.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { FormState } from '../../ui/forms/form-state.ts'
import { DemoMailbox } from '../session/forms/demo-mailbox.tsx'
import { FailureText } from '../session/forms/failure-text.tsx'
import { useFailure } from '../session/forms/use-failure.ts'

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

/** A code that is texted at the press of a button, which stands behind the field once a first one is on its way. */
export function TextedCode({ form, send, isSent = false }: TextedCodeProps) {
  const [count, setCount] = useState(isSent ? 1 : 0)
  const [isBusy, setBusy] = useState(false)
  const { failure, run } = useFailure()

  async function sendOne() {
    if (isBusy) return
    setBusy(true)
    if (await run(send)) setCount(count + 1)
    setBusy(false)
  }

  const sending = (
    <>
      <div className="form__acts">
        <Button onClick={sendOne} aria-busy={isBusy}>
          {count === 0 ? texts.sendCode : texts.sendAnother}
        </Button>
      </div>
      <FailureText failure={failure} />
    </>
  )
  return (
    <>
      {!isSent && sending}
      <div role="status">
        {count > 0 && (
          // a new element for each message, so that each is read aloud
          <p key={count} className="told">
            {texts.sent} <DemoMailbox />
          </p>
        )}
      </div>
      <CodeField form={form} hint={texts.textHint} />
      {isSent && sending}
    </>
  )
}
