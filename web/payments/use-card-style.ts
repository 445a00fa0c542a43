import type { StripeElementStyle } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'

const TOKENS = ['--ink', '--ink-2', '--bad', '--text'] as const
const SEPARATOR = '\n'

/** The theme's colours and type for the card's frame, which no stylesheet of the page reaches; follows the theme. */
export function useCardStyle(): StripeElementStyle {
  const values = useSyncExternalStore(followTheme, readTokens)
  return useMemo(() => {
    const [ink, secondary, bad, fontFamily] = values.split(SEPARATOR)
    return {
      base: {
        color: ink,
        iconColor: secondary,
        fontFamily,
        fontSize: '17px',
        '::placeholder': { color: secondary },
      },
      invalid: { color: bad, iconColor: bad },
    }
  }, [values])
}

/** One text, so that React sees whether anything differs. */
function readTokens(): string {
  const style = getComputedStyle(document.documentElement)
  return TOKENS.map((name) => style.getPropertyValue(name).trim()).join(SEPARATOR)
}

/** The toggle sets an attribute; without it the system decides. */
function followTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', changed)
  }
}
