import { secondStepTexts as texts } from '#contract/messages/second-step.ts'
import type { Challenge } from '../session/second-step.ts'
import { SecondStepForm } from '../session/second-step-form.tsx'
import { Entrance } from './entrance.tsx'

/** Stands in the place of a page that signs in, until the second step is taken. The page then leads on by itself. */
export function SecondStep({ challenge, onLeave }: { challenge: Challenge; onLeave: () => void }) {
  return (
    <Entrance title={texts.title} intro={texts.intro}>
      <SecondStepForm challenge={challenge} onLeave={onLeave} />
    </Entrance>
  )
}
