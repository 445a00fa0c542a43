import { randomKey } from '../forms/random-key.ts'

/** The key of the store's access token in the browser's storages; the specification fixes it. */
export const TOKEN_KEY = 'accessToken'

/** Local storage outlives the browser ("Remember me"); session storage ends with the tab. */
export type Persistence = 'local' | 'session'
const persistences: Persistence[] = ['session', 'local']

export type Storages = Record<Persistence, Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>>

type Claims = { uid: string; expiresAt: number; signInId?: string }
type StoredToken = Claims & { token: string; persistence: Persistence }

/** A token this close to its end counts as ended: the call that sends it takes time, too. */
const EXPIRY_MARGIN_MS = 30_000
/** With this or less left, `renewAhead` renews a token in the background, so that calls seldom wait for it. */
const RENEW_AHEAD_MS = 6 * 60_000

/** The browser's two storages, looked up at each use: one that its settings forbid stores nothing. */
export function browserStorages(): Storages {
  return { local: openStorage(() => window.localStorage), session: openStorage(() => window.sessionStorage) }
}

function openStorage(open: () => Storage): Storages[Persistence] {
  try {
    return open()
  } catch {
    return { getItem: () => null, setItem() {}, removeItem() {} }
  }
}

/** The stored token, this tab's own one first; a text that is no token is ignored. */
export function readToken(storages = browserStorages()): StoredToken | undefined {
  for (const persistence of persistences) {
    const token = storages[persistence].getItem(TOKEN_KEY) ?? ''
    const claims = readClaims(token)
    if (claims) return { token, persistence, ...claims }
  }
  return undefined
}

/** Stores a token and removes the account's token in the other storage; `local` removes this tab's, of any account. */
export function saveToken(token: string, persistence: Persistence, storages = browserStorages()): void {
  const uid = readClaims(token)?.uid
  if (uid) removeTokenOf(uid, storages)
  if (persistence === 'local') storages.session.removeItem(TOKEN_KEY)
  storages[persistence].setItem(TOKEN_KEY, token)
}

/** Removes the tokens of one account only: another tab may have signed in to another one. */
export function removeTokenOf(uid: string, storages = browserStorages()): void {
  for (const persistence of persistences) {
    const token = storages[persistence].getItem(TOKEN_KEY) ?? ''
    if (readClaims(token)?.uid === uid) storages[persistence].removeItem(TOKEN_KEY)
  }
}

export function isUsable(stored: Pick<StoredToken, 'expiresAt'>, now: number): boolean {
  return stored.expiresAt - now > EXPIRY_MARGIN_MS
}

/** Reads `sub`, `exp` and `sid` without checking the signature, which the server does. */
export function readClaims(token: string): Claims | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
    const { sub, exp, sid } = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof sub !== 'string' || typeof exp !== 'number') return undefined
    const claims: Claims = { uid: sub, expiresAt: exp * 1000 }
    return typeof sid === 'string' ? { ...claims, signInId: sid } : claims
  } catch {
    return undefined
  }
}

export type AccessTokenDeps<Account> = {
  identity(): Promise<{
    user(): { uid: string; email: string | null } | undefined
    idToken(refresh: boolean): Promise<string>
  }>
  requestToken(email: string, idToken: string): Promise<{ token: string; user: Account }>
  /** The uid signed in here; null when no one is; undefined while that is not known. */
  signedInUid(): string | null | undefined
  onExchanged(account: Account, uid: string): void
  storages(): Storages
  now(): number
}

export function createAccessTokens<Account>(deps: AccessTokenDeps<Account>) {
  let running: Promise<string | null> | undefined

  function stored() {
    const uid = deps.signedInUid()
    const found = readToken(deps.storages())
    return uid === undefined || found?.uid === uid ? found : undefined
  }

  async function runExchange(refresh: boolean, persistence?: Persistence): Promise<string | null> {
    const identity = await deps.identity()
    const user = identity.user()
    if (!user?.email) return null
    const { token, user: account } = await deps.requestToken(user.email, await identity.idToken(refresh))
    // Another account may have signed in, or this one out, while the response was on its way.
    if (identity.user()?.uid !== user.uid) return null
    saveToken(token, persistence ?? stored()?.persistence ?? 'local', deps.storages())
    deps.onExchanged(account, user.uid)
    return token
  }

  function exchange(refresh: boolean, persistence?: Persistence): Promise<string | null> {
    running ??= runExchange(refresh, persistence).finally(() => {
      running = undefined
    })
    return running
  }

  return {
    /** The token to send; null if no account with an address is known to be signed in, or it changed meanwhile. Throws if an exchange fails. */
    async current(): Promise<string | null> {
      const found = stored()
      if (found && isUsable(found, deps.now())) return found.token
      if (!found && !deps.signedInUid()) return null
      // A token ends with the ID token it came from at the latest, so an ended one needs a new ID token.
      return exchange(found !== undefined)
    },

    renew: (): Promise<string | null> => exchange(true),

    async renewAhead(): Promise<void> {
      const found = stored()
      if (!found || found.expiresAt - deps.now() <= RENEW_AHEAD_MS) await exchange(false)
    },

    /** The exchange of a new sign-in. One that runs already is for an older sign-in: it is awaited, not shared. */
    async exchangeAfterSignIn(persistence: Persistence): Promise<void> {
      await running?.catch(() => null)
      await exchange(false, persistence)
    },
  }
}

export const DEVICE_KEY = 'device'

/** A random id of this browser, so that a known browser causes no warning of a new device; undefined without storage. */
export function deviceId(
  open: () => Pick<Storage, 'getItem' | 'setItem'> = () => window.localStorage,
): string | undefined {
  try {
    const storage = open()
    const stored = storage.getItem(DEVICE_KEY)
    if (stored && /^[0-9a-f]{32}$/.test(stored)) return stored
    const id = randomKey()
    storage.setItem(DEVICE_KEY, id)
    return id
  } catch {
    return undefined
  }
}
