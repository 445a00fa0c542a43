import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '#contract/api-client.ts'
import { logOutTexts } from '#contract/platform/texts/layout.ts'
import { anonymousApi, ConnectionError, setTokenSource } from '../api/browser-api.ts'
import { loadModule } from '../api/load-module.ts'
import { confirm } from '../dialogs/confirm.tsx'
import { removeDrafts } from '../forms/draft-storage.ts'
import { notify } from '../ui/notice.tsx'
import {
  browserStorages,
  createAccessTokens,
  deviceId,
  type Persistence,
  readToken,
  removeTokenOf,
  TOKEN_KEY,
} from './access-token.ts'
import type { IdentityClient } from './identity-client.ts'
import { getSession, publishSession, type SessionUser, SIGNED_OUT, useSession } from './session-state.ts'
import { SignInError } from './sign-in-error.ts'
import { hideSilentStorage } from './silent-storage.ts'

/** The identity SDK knows who is signed in. Before it is loaded, the stored access token is a hint. */
let identity: Promise<IdentityClient> | undefined
let isStarted = false
/** Calls of `withIdentityClient` that run. Meanwhile no listener exchanges tokens or publishes a session. */
let runningActions = 0
/** The caller of a sign-out navigates to another page itself: the page it leaves must not be loaded again. */
let callerNavigates = false
/** Calls of `navigatingAtEnd` that run. Until one ends, `syncSession` in another loader may reset `callerNavigates`. */
let navigatingCalls = 0
/** An action of this tab ends the session: no toast says that it has ended. */
let isOwnEnd = false
/** Name and picture from the store. It copies the identity provider's for a new account, and the name while it has none. */
let profile: Pick<SessionUser, 'uid' | 'displayName' | 'photoURL'> | undefined
/** The account signed in in this tab. When its session ends, the tokens of other accounts stay. */
let ownUid: string | undefined

const tokens = createAccessTokens({
  identity: loadIdentity,
  requestToken: (email, idToken) =>
    anonymousApi
      .exchangeToken({ params: { email }, body: { email, device: deviceId() } }, bearer(idToken))
      .catch(endWhenUnauthorized),
  signedInUid: () => {
    const { status, user } = getSession()
    return status === 'out' ? null : user?.uid
  },
  onExchanged: ({ role, displayName, photoURL }, uid) => {
    profile = { uid, displayName, photoURL }
    const session = getSession()
    if (session.status !== 'in') return
    publishSession({ ...session, user: withProfile(session.user), role })
  },
  storages: browserStorages,
  now: Date.now,
})

export function SessionKeeper() {
  const session = useSession()
  const { revalidate } = useRevalidator()
  const before = useRef(session.status)
  useEffect(startSession, [])
  useEffect(() => {
    const hasEnded = before.current === 'in' && session.status === 'out'
    before.current = session.status
    if (hasEnded && !session.callerNavigates) void revalidate()
  }, [session, revalidate])
  return null
}

function startSession(): void {
  if (isStarted) return
  isStarted = true
  setTokenSource(tokens)
  ownUid = readToken()?.uid
  window.addEventListener('storage', ({ key }) => {
    if (key === TOKEN_KEY || key === null) followOtherTab()
  })
  if (ownUid) whenIdle(prefetchSession)
  else if (getSession().status === 'unknown') publishSession(SIGNED_OUT)
}

/** The user signed in, as the SDK knows it. Throws when the SDK or the configuration cannot be loaded. */
export async function connectSession(): Promise<SessionUser | undefined> {
  startSession()
  const client = await loadIdentity()
  syncSession(client)
  return client.user()
}

export function prefetchSession(): void {
  connectSession().catch(() => undefined)
}

export function showProfile({ email, displayName, photoURL }: Omit<SessionUser, 'uid'>): void {
  const session = getSession()
  if (session.status !== 'in' || session.user.email?.toLowerCase() !== email) return
  profile = { uid: session.user.uid, displayName, photoURL }
  publishSession({ ...session, user: withProfile(session.user) })
}

export async function askToLogOut(): Promise<void> {
  const { text, button, done } = logOutTexts
  if (!(await confirm({ text, button }))) return
  try {
    await logOut()
    notify({ text: done })
  } catch (error) {
    // public pages do not load the texts of errors
    const { errorMessage } = await import('../api/error-message.ts')
    notify({ text: errorMessage(error).text, variant: 'danger' })
  }
}

async function endSession(): Promise<void> {
  const client = await loadIdentity()
  await client.signOut()
  syncSession(client)
}

/** Ends the sign-in at the store, too, if that can be reached: then no copy of its token works any more. */
export async function logOut({ navigates = false } = {}): Promise<void> {
  const stored = readToken()
  if (stored?.signInId) {
    // not awaited: without a connection the user is signed out here all the same
    anonymousApi.endSignIn({ params: { id: stored.signInId } }, bearer(stored.token)).catch(() => undefined)
  }
  isOwnEnd = true
  await (navigates ? leaveSession() : endSession())
}

/** Signs out in this browser; the caller navigates to another page. */
export async function leaveSession(): Promise<void> {
  isOwnEnd = true
  await navigatingAtEnd(endSession)
}

/** Runs a call whose caller navigates to another page if it ends the session: the present page is not loaded again. */
export async function navigatingAtEnd<T>(call: () => Promise<T>): Promise<T> {
  navigatingCalls += 1
  try {
    return await call()
  } finally {
    navigatingCalls -= 1
    callerNavigates = getSession().status === 'out'
  }
}

/** Runs an action of the identity SDK. Its listeners do nothing meanwhile; then the session follows the SDK. */
export async function withIdentityClient<T>(action: (client: IdentityClient) => Promise<T>): Promise<T> {
  startSession()
  const client = await loadIdentity()
  runningActions += 1
  try {
    return await action(client)
  } finally {
    runningActions -= 1
    isOwnEnd = true
    syncSession(client)
  }
}

export function exchangeForStoreToken(persistence: Persistence): Promise<void> {
  return tokens.exchangeAfterSignIn(persistence)
}

function loadIdentity(): Promise<IdentityClient> {
  identity ??= openIdentity().catch((error: unknown) => {
    identity = undefined
    throw error
  })
  return identity
}

async function openIdentity(): Promise<IdentityClient> {
  const [{ createIdentityClient }, config] = await Promise.all([
    loadModule(() => import('./identity-client.ts')).catch((cause: unknown) => {
      throw navigator.onLine ? new SignInError('not-loaded', { cause }) : new ConnectionError(cause)
    }),
    anonymousApi.getConfig(),
    hideSilentStorage(),
  ])
  const client = createIdentityClient(config.identity)
  await client.ready()
  client.watch(() => {
    syncSession(client)
    readProfile(client).catch(() => undefined)
  })
  return client
}

/** Makes session, stored token and `ownUid` agree with the SDK, unless an action runs. */
function syncSession(client: IdentityClient): void {
  if (runningActions > 0) return
  const user = client.user()
  if (ownUid && ownUid !== user?.uid) {
    // a tab that logs out removes the token, so that the other tabs show no toast
    if (!user && !isOwnEnd && readToken()?.uid === ownUid) showSignedOutToast()
    removeTokenOf(ownUid)
  }
  setOwnUid(user?.uid)
  if (!user) {
    const isNavigating = callerNavigates || navigatingCalls > 0
    publishSession(isNavigating ? { status: 'out', callerNavigates: true } : SIGNED_OUT)
    return
  }
  callerNavigates = false
  isOwnEnd = false
  const { user: before, role } = getSession()
  publishSession({
    status: 'in',
    user: withProfile(user),
    role: before?.uid === user.uid ? role : undefined,
  })
  tokens.renewAhead().catch(() => undefined)
}

/** When an account's session ends, however that happens, the next person in this tab must not find its drafts. */
function setOwnUid(uid: string | undefined): void {
  if (ownUid && ownUid !== uid) removeDrafts()
  ownUid = uid
}

/** Pages show the address until the store has returned a name. Without an address there is no account at the store. */
function withProfile(user: SessionUser): SessionUser {
  if (user.email === null) return user
  const { displayName = null, photoURL = null } = profile?.uid === user.uid ? profile : {}
  return { ...user, displayName, photoURL }
}

/** Runs at the start and at each change of the ID token, in any tab. A failure changes only what is shown. */
async function readProfile(client: IdentityClient): Promise<void> {
  const email = client.user()?.email
  if (runningActions > 0 || !email) return
  const known = profile
  await tokens.renewAhead()
  const stored = readToken()
  if (profile !== known || stored?.uid !== client.user()?.uid) return
  const user = await anonymousApi.getUser({ params: { email } }, bearer(stored?.token))
  // a profile saved meanwhile is newer
  if (profile === known) showProfile(user)
}

/** A tab without the SDK follows the stored token; with it, the SDK follows the other tab by itself. */
function followOtherTab(): void {
  if (identity) return void awaitAddress(identity).catch(() => undefined)
  setOwnUid(readToken()?.uid)
  if (ownUid) prefetchSession()
  else publishSession(SIGNED_OUT)
}

/** The SDK reads an address that was added in another tab within a second or so, but calls no listener. */
async function awaitAddress(loading: Promise<IdentityClient>): Promise<void> {
  const client = await loading
  const hasNoAddress = () => client.user()?.email === null
  if (!hasNoAddress()) return
  for (let tries = 0; tries < 20 && hasNoAddress(); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  syncSession(client)
}

async function endWhenUnauthorized(error: unknown): Promise<never> {
  if (error instanceof ApiError && error.status === 401 && runningActions === 0) await endSession()
  throw error
}

function showSignedOutToast(): void {
  import('#contract/platform/auth/texts.ts').then(
    ({ identityTexts }) => notify({ text: identityTexts.signedOut, variant: 'info' }),
    () => undefined,
  )
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}

export function bearer(token = '') {
  return { headers: { authorization: `Bearer ${token}` } }
}
