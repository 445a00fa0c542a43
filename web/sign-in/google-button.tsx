import { signInTexts as texts } from '#contract/messages/sign-in.ts'
import { useStoreConfig } from '../api/store-config.ts'
import { prefetchSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'

/** Sign-in in a Google window, where the store offers it. A second click starts over with a new window. */
export function GoogleButton({ label, onClick }: { label: string; onClick: () => void }) {
  const isReady = useHydrated()
  if (!useStoreConfig()?.identity.methods.includes('google')) return null
  return (
    <>
      <p className="entrance__or">{texts.or}</p>
      <Button
        onClick={onClick}
        onPointerEnter={prefetchSession}
        onFocus={prefetchSession}
        disabled={!isReady}
        data-waits
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d="M16.2 5.2A7.5 7.5 0 1 0 17.5 10H10.5" />
        </svg>
        {label}
      </Button>
    </>
  )
}
