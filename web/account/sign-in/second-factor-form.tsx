import { type ReactNode, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { secondStepTexts as texts } from '#contract/messages/account/second-step.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { type FormState, useForm } from '../../ui/forms/form-state.ts'
import { useFirstField } from '../../ui/forms/use-first-field.ts'
import { FailureText } from '../session/forms/failure-text.tsx'
import { useFailure } from '../session/forms/use-failure.ts'
import type { Challenge, SecondFactor } from '../session/second-step.ts'
import { CodeField, TextedCode } from './code-fields.tsx'

export type SecondStepProps = {
  challenge: Challenge
  onProved?: () => void
  /** Back to where the first step was. */
  onLeave: () => void
}

/** Asks for the second step: by which factor where there are several, its code, or a recovery code. */
export function SecondStepForm(step: SecondStepProps) {
  const { factors, sendCode } = step.challenge
  const [chosen, setChosen] = useState(factors[0])
  const [isRecovery, setRecovery] = useState(false)
  // the provider of a shop's own makes them; Firebase knows none
  const hasRecovery = useStoreConfig()?.identity.mode === 'embedded'
  if (!chosen) return null
  return (
    <div className="form">
      {isRecovery ? (
        <CodeForm key="recovery" {...step} factor={chosen} schema={loadRecoverySchema}>
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
          <CodeForm key={chosen.id} {...step} factor={chosen} schema={loadCodeSchema}>
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

type CodeFormProps = SecondStepProps & {
  factor: SecondFactor
  schema: () => Promise<ZodMiniType<{ code: string }>>
  children: (form: FormState) => ReactNode
}

function CodeForm({ challenge, onProved, onLeave, factor, schema, children }: CodeFormProps) {
  const { failure, run } = useFailure()
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
      <FailureText failure={failure} />
      <FormError form={form} />
    </form>
  )
}

type FactorChoiceProps = {
  factors: SecondFactor[]
  chosen: SecondFactor
  onChoice: (factor: SecondFactor) => void
}

/** Nothing to choose where there is one. */
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
