import { useState } from 'react'
import { secondStepTexts as texts } from '#contract/people/sign-in/second-step-texts.ts'
import { useStoreConfig } from '../../platform/api/store-config.ts'
import type { Challenge, SecondFactor } from '../../platform/auth/identity-client.ts'
import { Field } from '../../platform/forms/field.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { CodeField, SignInForm, TextedCodeField, useSignIn } from './sign-in-form.tsx'
import { SignInPage } from './sign-in-page.tsx'

type SecondFactorProps = {
  challenge: Challenge
  onVerified?: () => void
  onLeave: () => void
}

export function SecondFactorPage(props: SecondFactorProps) {
  return (
    <SignInPage title={texts.title} intro={texts.intro}>
      <SecondFactorForm {...props} />
    </SignInPage>
  )
}

export function SecondFactorForm(props: SecondFactorProps) {
  const { factors } = props.challenge
  const [chosen, setChosen] = useState(factors[0])
  const [isRecovery, setRecovery] = useState(false)
  // only the embedded provider has recovery codes; Firebase has none
  const hasRecovery = useStoreConfig()?.identity.mode === 'embedded'
  if (!chosen) return null
  return (
    <div className="form">
      {!isRecovery && factors.length > 1 && (
        <FactorChoice factors={factors} chosen={chosen} onChoice={setChosen} />
      )}
      <CodeForm
        key={isRecovery ? 'recovery' : chosen.id}
        {...props}
        factor={chosen}
        isRecovery={isRecovery}
      />
      {hasRecovery && (
        <div className="form__actions">
          <Button size="small" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? texts.useFactor : texts.useRecovery}
          </Button>
        </div>
      )}
    </div>
  )
}

type CodeFormProps = SecondFactorProps & { factor: SecondFactor; isRecovery: boolean }

function CodeForm({ challenge, onVerified, onLeave, factor, isRecovery }: CodeFormProps) {
  const { error, run } = useSignIn()
  return (
    <SignInForm
      label={texts.title}
      schema={async () => {
        const { codeForm, recoveryCodeForm } = await import('#contract/people/sign-in/sign-in.ts')
        return isRecovery ? recoveryCodeForm : codeForm
      }}
      submit={async ({ code }) => {
        const isVerified = await run(() => challenge.verify(factor.id, code))
        if (isVerified) onVerified?.()
        return isVerified
      }}
      button={texts.confirm}
      beside={<Button onClick={onLeave}>{texts.back}</Button>}
      error={error}
      takesFocus
    >
      {isRecovery && (
        <Field
          name="code"
          label={texts.recoveryCode}
          hint={texts.recoveryHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {!isRecovery && factor.kind === 'totp' && <CodeField hint={texts.appHint} />}
      {!isRecovery && factor.kind === 'phone' && (
        <TextedCodeField send={() => challenge.sendCode(factor.id)} />
      )}
    </SignInForm>
  )
}

type FactorChoiceProps = {
  factors: SecondFactor[]
  chosen: SecondFactor
  onChoice: (factor: SecondFactor) => void
}

function FactorChoice({ factors, chosen, onChoice }: FactorChoiceProps) {
  return (
    <fieldset>
      <legend className="field-label">{texts.factor}</legend>
      {factors.map((factor) => (
        <div key={factor.id}>
          <label className="check">
            <input
              type="radio"
              name="factor"
              checked={factor.id === chosen.id}
              onChange={() => onChoice(factor)}
            />
            <span>{[texts.kinds[factor.kind], factor.label].filter(Boolean).join(': ')}</span>
          </label>
        </div>
      ))}
    </fieldset>
  )
}
