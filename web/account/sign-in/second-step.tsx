import { secondStepTexts as texts } from '#contract/messages/account/second-step.ts'
import { SecondStepForm, type SecondStepProps } from './second-factor-form.tsx'
import { Entrance } from './sign-in-page.tsx'

/** Stands in the place of a page that signs in, until the second step is taken. A page where the session leads on needs no `onProved`. */
export function SecondStep(step: SecondStepProps) {
  return (
    <Entrance title={texts.title} intro={texts.intro}>
      <SecondStepForm {...step} />
    </Entrance>
  )
}
