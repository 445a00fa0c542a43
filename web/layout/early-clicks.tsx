import { useEffect } from 'react'
import { useHydrated } from '../ui/hydrated.ts'

/** Does what was clicked, or sent by Enter, before the page could answer. Stands once in the root. */
export function EarlyClicks() {
  // the buttons that wait are ready in the same moment
  const isReady = useHydrated()
  useEffect(() => {
    if (!isReady) return
    for (const button of window.earlyActs?.clicks.splice(0) ?? []) button.click()
  }, [isReady])
  return null
}
