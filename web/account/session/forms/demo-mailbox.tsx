import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { useStoreConfig } from '../../../api/store-config.ts'

/** The way to the mails and text messages of a demo, which leave it no other way. */
export function DemoMailbox() {
  if (!useHasMailbox()) return null
  return (
    <a href="/identity/outbox" target="_blank" rel="noreferrer">
      {texts.outbox}
    </a>
  )
}

export function useHasMailbox(): boolean {
  const config = useStoreConfig()
  if (!config) return false
  return config.store.demo && config.identity.mode === 'embedded'
}
