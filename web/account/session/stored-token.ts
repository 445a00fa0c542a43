/** Where the store's access token lies; the name is part of the product's contract. */
export const TOKEN_KEY = 'accessToken'

/** Local storage outlives the browser ("Remember me"); session storage ends with the tab. */
export type Keep = 'local' | 'session'

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export type Shelves = Record<Keep, Shelf>

/** `signInId` is the store's key of the sign-in that the token belongs to. */
type Claims = { uid: string; expiresAt: number; signInId?: string }
export type StoredToken = Claims & { token: string; keep: Keep }

/** A token this close to its end counts as ended: the call it goes with takes time too. */
const EXPIRY_MARGIN_MS = 30_000

/** The browser's two storages, looked up at each use: either may be forbidden by its settings. */
export function browserShelves(): Shelves {
  return { local: window.localStorage, session: window.sessionStorage }
}

/** The stored token; this tab's own one first. Nothing for a text that is no token. */
export function readToken(shelves = browserShelves()): StoredToken | undefined {
  for (const keep of ['session', 'local'] as const) {
    const token = shelves[keep].getItem(TOKEN_KEY)
    const claims = token ? readClaims(token) : undefined
    if (token && claims) return { token, keep, ...claims }
  }
  return undefined
}

/** Stores a token in one place and takes the same person's from the other: one sign-in has one token. */
export function saveToken(token: string, keep: Keep, shelves = browserShelves()): void {
  const uid = readClaims(token)?.uid
  if (uid) removeTokenOf(uid, shelves)
  if (keep === 'local') shelves.session.removeItem(TOKEN_KEY)
  shelves[keep].setItem(TOKEN_KEY, token)
}

/** Removes the tokens of one person only: another tab may have signed in somebody else. */
export function removeTokenOf(uid: string, shelves = browserShelves()): void {
  for (const keep of ['session', 'local'] as const) {
    const token = shelves[keep].getItem(TOKEN_KEY)
    if (token && readClaims(token)?.uid === uid) shelves[keep].removeItem(TOKEN_KEY)
  }
}

/** Whether a token can still be sent at this time (milliseconds). */
export function isUsable(stored: StoredToken, now: number): boolean {
  return stored.expiresAt - now > EXPIRY_MARGIN_MS
}

/** Reads `sub` and `exp` without a proof: the server proves, the browser only plans. */
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
