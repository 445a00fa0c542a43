import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'

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

/** What the popups of other providers really are in a demo. */
export function DemoHelp() {
  if (!useHasMailbox()) return null
  return (
    <section>
      <h2>{texts.demoTitle}</h2>
      <p>{texts.demoHint}</p>
      <DemoMailbox />
    </section>
  )
}

/** A link to the mails and text messages of a demo, which it sends nowhere else. */
export function DemoMailbox() {
  if (!useHasMailbox()) return null
  return (
    <a href="/identity/outbox" target="_blank" rel="noreferrer">
      {texts.outbox}
    </a>
  )
}

function useHasMailbox(): boolean {
  const config = useStoreConfig()
  if (!config) return false
  return config.store.demo && config.identity.mode === 'embedded'
}
