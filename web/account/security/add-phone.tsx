import { useState } from 'react'
import { accountTexts } from '#contract/messages/account/account.ts'
import { Field } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { useFirstField } from '../../ui/forms/use-first-field.ts'
import type { SentCode } from '../session/phone-codes.ts'
import { TextedCode } from '../sign-in/credential-fields.tsx'
import { useSignIn } from '../sign-in/use-sign-in.ts'
import { FormFoot } from './form-foot.tsx'
import { useRecentSignIn } from './reauthentication-dialog.tsx'

const texts = accountTexts.phone

type Sent = { number: string; textId: string }
type AddPhoneProps = {
  title: string
  /** Texts a code to the number; answers the id that goes with it. */
  text: (number: string) => Promise<string>
  add: (sent: SentCode) => Promise<void>
  onAdded: (number: string) => Promise<void>
  onEnd: () => void
}

/** Adds a phone, as a sign-in method or as a second factor: its number, then the code sent there. */
export function AddPhone({ title, text, add, onAdded, onEnd }: AddPhoneProps) {
  const [sent, setSent] = useState<Sent>()
  if (!sent) return <PhoneNumber title={title} text={text} onSent={setSent} onEnd={onEnd} />
  const steps = { title, text, add, onAdded, onSent: setSent }
  return <PhoneCode {...steps} sent={sent} onBack={() => setSent(undefined)} />
}

type PhoneNumberProps = Pick<AddPhoneProps, 'title' | 'text' | 'onEnd'> & { onSent: (sent: Sent) => void }

function PhoneNumber({ title, text, onSent, onEnd }: PhoneNumberProps) {
  const { error, runRecent } = useRecentSignIn()
  const form = useForm({
    schema: async () => (await import('#contract/users/sign-in.ts')).dialledNumberForm,
    submit: ({ phone: number }) => runRecent(async () => onSent({ number, textId: await text(number) })),
  })
  return (
    <form {...form.props} className="form" aria-label={title}>
      <Field
        form={form}
        name="phone"
        type="tel"
        label={texts.number}
        hint={texts.numberHint}
        autoComplete="tel"
      />
      <FormFoot form={form} submit={texts.send} onBack={onEnd} error={error} />
    </form>
  )
}

type PhoneCodeProps = Omit<AddPhoneProps, 'onEnd'> & {
  sent: Sent
  onSent: (sent: Sent) => void
  onBack: () => void
}

function PhoneCode({ title, text, add, sent: { number, textId }, onSent, onAdded, onBack }: PhoneCodeProps) {
  const { error, run } = useSignIn()
  const form = useForm({
    schema: async () => (await import('#contract/users/sign-in.ts')).codeForm,
    submit: async ({ code }) => {
      if (!(await run(() => add({ textId, code })))) return false
      await onAdded(number)
    },
  })
  useFirstField(form.props.ref)
  return (
    <form {...form.props} className="form" aria-label={title}>
      <p>{texts.sentTo(number)}</p>
      <TextedCode form={form} isSent send={async () => onSent({ number, textId: await text(number) })} />
      <FormFoot form={form} submit={texts.finish} back={texts.other} onBack={onBack} error={error} />
    </form>
  )
}
