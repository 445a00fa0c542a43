import type { WindowMethod } from '#contract/users/identity-methods.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { providerName } from '../session/provider/provider-name.ts'
import { prefetchSession } from '../session/session.ts'

/** Drawn in the store's own hand: no provider's mark stands for a practice account. */
const signs: Record<WindowMethod, string> = {
  google: 'M16.2 5.2A7.5 7.5 0 1 0 17.5 10H10.5',
  facebook: 'M13.5 3H12a3 3 0 0 0-3 3v11M6 9.5h6.5',
  github: 'M7 5.5 2.5 10 7 14.5M13 5.5l4.5 4.5-4.5 4.5M11.5 4l-3 12',
  twitter: 'M4 3.5 16 16.5M16 3.5 4 16.5',
  custom: 'M4.5 17V3h11v14M2.5 17h15M12.5 10v.5',
}

type WindowButtonProps = { method: WindowMethod; label: (provider: string) => string; onClick: () => void }

/** Sign-in in another provider's window. A second click starts over with a new window. */
export function WindowButton({ method, label, onClick }: WindowButtonProps) {
  const isReady = useHydrated()
  const identity = useStoreConfig()?.identity
  if (!identity) return null
  return (
    <Button
      onClick={onClick}
      onPointerEnter={prefetchSession}
      onFocus={prefetchSession}
      disabled={!isReady}
      data-waits
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={signs[method]} />
      </svg>
      {label(providerName(method, identity))}
    </Button>
  )
}
