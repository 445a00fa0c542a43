import { randomKey } from '../../ui/forms/random-key.ts'

/** Where the name lies; it says nothing of anybody, and outlives a sign-out. */
export const DEVICE_KEY = 'device'

/**
 * The random name this browser keeps for itself, so that its owner is not warned of a new device at each sign-in.
 * Undefined where the browser keeps nothing.
 */
export function deviceName(shelf = openShelf()): string | undefined {
  try {
    const kept = shelf?.getItem(DEVICE_KEY)
    if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept
    const made = randomKey()
    shelf?.setItem(DEVICE_KEY, made)
    return shelf && made
  } catch {
    return undefined
  }
}

/** The browser's settings may forbid it. */
function openShelf(): Pick<Storage, 'getItem' | 'setItem'> | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
