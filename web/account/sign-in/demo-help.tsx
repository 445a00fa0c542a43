import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { DemoMailbox, useHasMailbox } from '../session/forms/demo-mailbox.tsx'

type Sample = { email: string; password: string }

/** The sample admin of a demo; in production the store names none. */
export function SampleAdmin({ onUse }: { onUse: (sample: Sample) => void }) {
  const isReady = useHydrated()
  const sample = useStoreConfig()?.store.sampleAdmin
  if (!sample) return null
  return (
    <section>
      <h2>{texts.sampleTitle}</h2>
      <dl className="creds">
        <dt>{texts.email}</dt>
        <dd className="num">{sample.email}</dd>
        <dt>{texts.password}</dt>
        <dd className="num">{sample.password}</dd>
      </dl>
      <Button size="small" onClick={() => onUse(sample)} disabled={!isReady} data-waits>
        {texts.sampleUse}
      </Button>
    </section>
  )
}

/** What the windows of other providers really are in a demo. */
export function PracticeHelp() {
  if (!useHasMailbox()) return null
  return (
    <section>
      <h2>{texts.practiceTitle}</h2>
      <p>{texts.practiceHint}</p>
      <DemoMailbox />
    </section>
  )
}
