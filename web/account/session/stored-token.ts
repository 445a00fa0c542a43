import { randomKey } from '../../ui/forms/random-key.ts'

/** Where the store's access token is stored; the name is part of the product's contract. */
export const TOKEN_KEY = 'accessToken'

/** Local storage outlives the browser ("Remember me"); session storage ends with the tab. */
export type Persistence = 'local' | 'session'

type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export type Storages = Record<Persistence, TokenStorage>

/** `signInId` is the store's key of the sign-in that the token belongs to. */
type Claims = { uid: string; expiresAt: number; signInId?: string }
export type StoredToken = Claims & { token: string; persistence: Persistence }

/** A token this close to its end counts as ended: the call it goes with takes time too. */
const EXPIRY_MARGIN_MS = 30_000

/** The browser's two storages, looked up at each use: either may be forbidden by its settings. */
export function browserStorages(): Storages {
  return { local: window.localStorage, session: window.sessionStorage }
}

/** The stored token, this tab's own one first; undefined for a text that is no token. */
export function readToken(storages = browserStorages()): StoredToken | undefined {
  for (const persistence of ['session', 'local'] as const) {
    const token = storages[persistence].getItem(TOKEN_KEY)
    const claims = token ? readClaims(token) : undefined
    if (token && claims) return { token, persistence, ...claims }
  }
  return undefined
}

/** Stores a token in one storage and removes the same account's from the other: one sign-in has one token. */
export function saveToken(token: string, persistence: Persistence, storages = browserStorages()): void {
  const uid = readClaims(token)?.uid
  if (uid) removeTokenOf(uid, storages)
  if (persistence === 'local') storages.session.removeItem(TOKEN_KEY)
  storages[persistence].setItem(TOKEN_KEY, token)
}

/** Removes the tokens of one account only: another tab may have signed in to another one. */
export function removeTokenOf(uid: string, storages = browserStorages()): void {
  for (const persistence of ['session', 'local'] as const) {
    const token = storages[persistence].getItem(TOKEN_KEY)
    if (token && readClaims(token)?.uid === uid) storages[persistence].removeItem(TOKEN_KEY)
  }
}

/** Whether a token can still be sent at this time (milliseconds). */
export function isUsable(stored: StoredToken, now: number): boolean {
  return stored.expiresAt - now > EXPIRY_MARGIN_MS
}

/** Reads `sub`, `exp` and `sid` without checking the signature: the server checks it, the browser only plans. */
export function readClaims(token: string): Claims | undefined {
  const payload = token.split('.')[1]
  if (!payload) return undefined
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(payload)))
    if (typeof claims !== 'object' || claims === null || !('sub' in claims) || !('exp' in claims)) {
      return undefined
    }
    const { sub, exp } = claims
    if (typeof sub !== 'string' || typeof exp !== 'number') return undefined
    const read: Claims = { uid: sub, expiresAt: exp * 1000 }
    return 'sid' in claims && typeof claims.sid === 'string' ? { ...read, signInId: claims.sid } : read
  } catch {
    return undefined
  }
}

function fromBase64Url(text: string): Uint8Array {
  const bytes = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0))
}

/** Where the device name is stored; it identifies no account, and outlives a sign-out. */
export const DEVICE_KEY = 'device'

/**
 * The random name that this browser sends at each sign-in, so that a known browser causes no warning of a new device.
 * Undefined where the browser stores nothing.
 */
export function deviceName(storage = openStorage()): string | undefined {
  try {
    const stored = storage?.getItem(DEVICE_KEY)
    if (stored && /^[0-9a-f]{32}$/.test(stored)) return stored
    const name = randomKey()
    storage?.setItem(DEVICE_KEY, name)
    return storage && name
  } catch {
    return undefined
  }
}

/** The browser's settings may forbid it. */
function openStorage(): Pick<Storage, 'getItem' | 'setItem'> | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
