import { type ReactNode, useState } from 'react'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { useFirstField } from '../../ui/forms/use-first-field.ts'
import { signInWithPhone, textCode } from '../session/sign-in.ts'
import { TextedCode } from './credential-fields.tsx'
import { isRemembered } from './remember-me.tsx'
import type { SignIn } from './use-sign-in.ts'

type Texted = { number: string; textId: string; remember: boolean }

/** Asks for a number, then for the code that was texted to it. */
export function PhoneForm({ run, rememberMe }: { run: SignIn['run']; rememberMe: ReactNode }) {
  const [texted, setTexted] = useState<Texted>()
  const form = useForm({
    schema: async () => (await import('#contract/users/sign-in.ts')).dialledNumberForm,
    submit: ({ phone: number }, { form: place }) => {
      const remember = isRemembered(place)
      return run(async () => setTexted({ number, remember, textId: await textCode(number) }))
    },
  })
  if (texted) return <PhoneCode run={run} texted={texted} onLeave={() => setTexted(undefined)} />
  return (
    <form {...form.props} className="form">
      <Field
        form={form}
        name="phone"
        type="tel"
        label={texts.phone}
        hint={texts.phoneHint}
        autoComplete="tel"
      />
      {rememberMe}
      <SubmitButton form={form} look="go">
        {texts.textCode}
      </SubmitButton>
      <FormError form={form} />
    </form>
  )
}

type PhoneCodeProps = { run: SignIn['run']; texted: Texted; onLeave: () => void }

function PhoneCode({ run, texted, onLeave }: PhoneCodeProps) {
  const { number, remember } = texted
  const [textId, setTextId] = useState(texted.textId)
  const form = useForm({
    schema: async () => (await import('#contract/users/sign-in.ts')).codeForm,
    submit: ({ code }) => run(() => signInWithPhone({ textId, code }, remember)),
  })
  useFirstField(form.props.ref)
  return (
    <form {...form.props} className="form">
      <p>{texts.textedTo(number)}</p>
      <TextedCode form={form} isSent send={async () => setTextId(await textCode(number))} />
      <div className="form__acts">
        <SubmitButton form={form} look="go">
          {texts.logIn}
        </SubmitButton>
        <Button onClick={onLeave}>{texts.otherNumber}</Button>
      </div>
      <FormError form={form} />
    </form>
  )
}
