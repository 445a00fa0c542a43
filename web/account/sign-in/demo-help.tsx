import type { MouseEvent } from 'react'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'

export function SampleAdmin() {
  const isReady = useHydrated()
  const sample = useStoreConfig()?.store.sampleAdmin
  if (!sample) return null
  const { email, password } = sample

  function onUse({ currentTarget }: MouseEvent) {
    const form = currentTarget.closest('.sign-in')?.querySelector('form')
    fillIn(form?.elements.namedItem('email'), email)
    fillIn(form?.elements.namedItem('password'), password)
  }
  return (
    <section>
      <h2>{texts.sampleTitle}</h2>
      <dl className="creds">
        <dt>{texts.email}</dt>
        <dd className="num">{email}</dd>
        <dt>{texts.password}</dt>
        <dd className="num">{password}</dd>
      </dl>
      <Button size="small" onClick={onUse} disabled={!isReady} data-waits>
        {texts.sampleUse}
      </Button>
    </section>
  )
}

/** Fills in a field as if it had been typed: drafts and error messages follow. */
export function fillIn(input: unknown, value: string): void {
  if (!(input instanceof HTMLInputElement)) return
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

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
  return config?.store.demo === true && config.identity.mode === 'embedded'
}
