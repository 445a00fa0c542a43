import { createContext, useContext, useEffect } from 'react'
import { Scripts } from 'react-router'
import { useHydrated } from '../ui/hydrated.ts'
import { startLate } from './late-start.ts'

/** True for a page with a `clientLoader`, whose scripts must not wait. Set by `entry.server.tsx`. */
export const StartsNowContext = createContext(false)

/** Repeats clicks, and forms sent with Enter, from before hydration; from then on React handles them. */
async function repeatClicks(): Promise<void> {
  // where the page was drawn anew, its input and the queued buttons are still being restored
  await Promise.resolve()
  window.queuedClicks?.stop()
  for (const button of window.queuedClicks?.buttons.splice(0) ?? []) {
    button.click()
    // React draws what a click changed in a microtask of its own: the next click must see it
    await Promise.resolve()
  }
}

/**
 * React Router's scripts, started late by an inline script (`late-start.ts`). With JavaScript, browsers parse the children
 * of `<noscript>` as text, and React does not hoist their links, so nothing in it is requested before.
 */
export function LateScripts() {
  const startsNow = useContext(StartsNowContext)
  const isHydrated = useHydrated()
  useEffect(() => {
    if (isHydrated) void repeatClicks()
  }, [isHydrated])
  return (
    <>
      <noscript id="late" data-now={startsNow ? '' : undefined} suppressHydrationWarning>
        <Scripts />
      </noscript>
      {/* only the server's HTML needs the text */}
      <script suppressHydrationWarning>{import.meta.env.SSR ? `(${startLate})()` : ''}</script>
    </>
  )
}
