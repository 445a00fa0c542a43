import { type ReactNode, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { secondStepTexts as texts } from '#contract/messages/account/second-step.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { type FormState, useForm } from '../../ui/forms/form-state.ts'
import { useFirstField } from '../../ui/forms/use-first-field.ts'
import type { Challenge, SecondFactor } from '../session/sign-in-result.ts'
import { AttemptError } from './attempt-error.tsx'
import { CodeField, TextedCode } from './credential-fields.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { useSignIn } from './use-sign-in.ts'

type SecondFactorProps = {
  challenge: Challenge
  onProved?: () => void
  /** Back to the first factor. */
  onLeave: () => void
}

/** The page of a sign-in whose account has a second factor; where the session navigates on, it needs no `onProved`. */
export function SecondFactorPage(props: SecondFactorProps) {
  return (
    <SignInPage title={texts.title} intro={texts.intro}>
      <SecondFactorForm {...props} />
    </SignInPage>
  )
}

/** Asks for the second factor: which one where there are several, then its code or a recovery code. */
export function SecondFactorForm(props: SecondFactorProps) {
  const { factors, sendCode } = props.challenge
  const [chosen, setChosen] = useState(factors[0])
  const [isRecovery, setRecovery] = useState(false)
  // only the embedded provider has recovery codes; Firebase has none
  const hasRecovery = useStoreConfig()?.identity.mode === 'embedded'
  if (!chosen) return null
  return (
    <div className="form">
      {isRecovery ? (
        <CodeForm key="recovery" {...props} factor={chosen} schema={loadRecoverySchema}>
          {(form) => (
            <Field
              form={form}
              name="code"
              label={texts.recoveryCode}
              hint={texts.recoveryHint}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </CodeForm>
      ) : (
        <>
          <FactorChoice factors={factors} chosen={chosen} onChoice={setChosen} />
          <CodeForm key={chosen.id} {...props} factor={chosen} schema={loadCodeSchema}>
            {(form) =>
              chosen.kind === 'phone' ? (
                <TextedCode form={form} send={() => sendCode(chosen.id)} />
              ) : (
                <CodeField form={form} hint={texts.appHint} />
              )
            }
          </CodeForm>
        </>
      )}
      {hasRecovery && (
        <div className="form__acts">
          <Button size="small" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? texts.useFactor : texts.useRecovery}
          </Button>
        </div>
      )}
    </div>
  )
}

type CodeFormProps = SecondFactorProps & {
  factor: SecondFactor
  schema: () => Promise<ZodMiniType<{ code: string }>>
  children: (form: FormState) => ReactNode
}

function CodeForm({ challenge, onProved, onLeave, factor, schema, children }: CodeFormProps) {
  const { error, run } = useSignIn()
  const form = useForm({
    schema,
    submit: async ({ code }) => {
      const isProved = await run(() => challenge.prove(factor.id, code))
      if (isProved) onProved?.()
      return isProved
    },
  })
  useFirstField(form.props.ref)
  return (
    <form {...form.props} className="form" aria-label={texts.title}>
      {children(form)}
      <div className="form__acts">
        <SubmitButton form={form} look="go">
          {texts.prove}
        </SubmitButton>
        <Button onClick={onLeave}>{texts.leave}</Button>
      </div>
      <AttemptError error={error} />
      <FormError form={form} />
    </form>
  )
}

type FactorChoiceProps = {
  factors: SecondFactor[]
  chosen: SecondFactor
  onChoice: (factor: SecondFactor) => void
}

/** Shown only where there are several. */
function FactorChoice({ factors, chosen, onChoice }: FactorChoiceProps) {
  if (factors.length < 2) return null
  return (
    <fieldset>
      <legend className="lab">{texts.factor}</legend>
      {factors.map((factor) => (
        <div key={factor.id}>
          <label className="check">
            <input
              type="radio"
              name="factor"
              checked={factor.id === chosen.id}
              onChange={() => onChoice(factor)}
            />
            {nameOf(factor)}
          </label>
        </div>
      ))}
    </fieldset>
  )
}

function nameOf({ kind, label }: SecondFactor): string {
  return label ? `${texts.kinds[kind]}: ${label}` : texts.kinds[kind]
}

async function loadCodeSchema() {
  return (await import('#contract/users/sign-in.ts')).codeForm
}

async function loadRecoverySchema() {
  return (await import('#contract/users/sign-in.ts')).recoveryCodeForm
}
