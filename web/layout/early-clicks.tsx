import { useEffect } from 'react'

/** Does what was clicked before the page could answer. Stands once in the root. */
export function EarlyClicks() {
  useEffect(() => {
    for (const button of window.earlyActs?.clicks.splice(0) ?? []) button.click()
  }, [])
  return null
}
