import { createContext, useContext, useEffect } from 'react'
import { Scripts } from 'react-router'
import { useHydrated } from '../ui/hydrated.ts'
import { startLate } from './late-start.ts'

/** True where only the browser can fill the page, so that its scripts must not wait. Set by `entry.server.tsx`. */
export const StartsNow = createContext(false)

/**
 * React Router's scripts, started late by an inline script (`late-start.ts`). A browser parses the children of
 * `<noscript>` as text and React neither renders them in the browser nor hoists their links, so nothing in it is
 * requested before its time.
 */
export function LateScripts() {
  useQueuedClicks()
  const startsNow = useContext(StartsNow)
  return (
    <>
      <noscript id="late" data-now={startsNow ? '' : undefined} suppressHydrationWarning>
        <Scripts />
      </noscript>
      {/* only the server's HTML needs the text: the pages' modules come without it */}
      <script suppressHydrationWarning>{import.meta.env.SSR ? `(${startLate})()` : ''}</script>
    </>
  )
}

/** Repeats what was clicked, or sent with Enter, before the page could answer. */
function useQueuedClicks() {
  const isHydrated = useHydrated()
  useEffect(() => {
    // the buttons that wait are enabled in the same commit
    if (isHydrated) for (const button of window.queuedClicks?.buttons.splice(0) ?? []) button.click()
  }, [isHydrated])
}
