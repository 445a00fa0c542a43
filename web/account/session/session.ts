import { ApiError } from '#contract/api-client.ts'
import type { User } from '#contract/users/users.ts'
import { anonymousApi, browserApi, ConnectionError, setTokenSource } from '../../api/browser-api.ts'
import { loadPart } from '../../layout/shop/load-part.ts'
import { notify } from '../../ui/notice.tsx'
import { createAccessTokens } from './access-token.ts'
import { deviceName } from './device.ts'
import type { IdentityClient } from './identity-client.ts'
import { SignInError } from './provider/sign-in-error.ts'
import { getSession, publishSession, type SessionUser, SIGNED_OUT } from './session-state.ts'
import { browserShelves, readToken, removeTokenOf, TOKEN_KEY } from './stored-token.ts'

/*
 * The wiring of a tab's session. The identity SDK's person is the truth; the access token in storage is
 * what the store accepts, and, before the SDK is loaded, a hint that somebody is signed in.
 */
let identity: Promise<IdentityClient> | undefined
let started = false
/** Sign-in actions under way; while one runs, no listener trades or tells the page. */
let acting = 0
/** A guard signs out and leads elsewhere: the page it leaves is not to be loaded again. */
let leaving = false
/** The person, or the page on their way, signs out: nobody needs to be told. */
let isWanted = false
/** Name and picture as the store has them: they lead over the identity provider's, which are copied only once. */
let profile: Pick<SessionUser, 'uid' | 'displayName' | 'photoURL'> | undefined
/** Whom this tab had signed in: only their token is this tab's to remove. */
let heldUid: string | undefined

const tokens = createAccessTokens({
  identity: loadIdentity,
  exchange: async (email, idToken) => {
    const headers = { authorization: `Bearer ${idToken}` }
    const body = { email, device: deviceName() }
    return anonymousApi.exchangeToken({ params: { email }, body }, { headers }).catch(refused)
  },
  signedInUid: () => {
    const { status, user } = getSession()
    return status === 'out' ? null : user?.uid
  },
  traded: ({ role, displayName, photoURL }, uid) => {
    profile = { uid, displayName, photoURL }
    const session = getSession()
    if (session.status !== 'in') return
    publishSession({ ...session, user: withProfile(session.user), admin: role === 'admin' })
  },
  shelves: browserShelves,
  now: Date.now,
})

/** Starts a tab's session once: signs the calls, follows other tabs, asks the SDK if there is a hint. */
export function startSession(): void {
  if (started) return
  started = true
  setTokenSource(tokens)
  heldUid = readToken()?.uid
  window.addEventListener('storage', ({ key }) => {
    if (key === TOKEN_KEY || key === null) followOtherTab()
  })
  if (heldUid) whenIdle(prefetchSession)
  else if (getSession().status === 'unknown') publishSession(SIGNED_OUT)
}

/** The person signed in, as the SDK knows. Throws when the SDK cannot be loaded or reached. */
export async function connectSession(): Promise<SessionUser | undefined> {
  startSession()
  const client = await loadIdentity()
  adopt(client)
  return client.user()
}

/** Loads the sign-in code ahead of its use; a failure shows when it is needed. */
export function prefetchSession(): void {
  connectSession().catch(() => undefined)
}

/** Shows the name and picture of the own account, which the store has just answered. */
export function showProfile({ email, displayName, photoURL }: User): void {
  const session = getSession()
  if (session.status !== 'in' || session.user.email?.toLowerCase() !== email) return
  profile = { uid: session.user.uid, displayName, photoURL }
  publishSession({ ...session, user: withProfile(session.user) })
}

/** Asks the store whether the person signed in is an admin; calls at the same time share one answer. */
export function checkAdmin(email: string): Promise<boolean> {
  adminCheck ??= askForAdmin(email).finally(() => {
    adminCheck = undefined
  })
  return adminCheck
}
let adminCheck: Promise<boolean> | undefined

/** Signs out here and in every tab of the same sign-in; the stored access token goes with it. */
async function endSession(): Promise<void> {
  const client = await loadIdentity()
  await client.signOut()
  adopt(client)
}

/**
 * The person logs out: the store ends the sign-in, too, so that its token works nowhere else. `leads` says that the
 * caller leads to another page.
 */
export async function logOut({ leads = false } = {}): Promise<void> {
  const held = readToken()
  if (held?.signInId) {
    const headers = { authorization: `Bearer ${held.token}` }
    // nobody waits for it: without a connection the person is signed out here all the same
    anonymousApi.endSignIn({ params: { id: held.signInId } }, { headers }).catch(() => undefined)
  }
  isWanted = true
  await (leads ? leaveSession() : endSession())
}

/** Signs out on the way to a page that the caller leads to. */
export async function leaveSession(): Promise<void> {
  leaving = true
  isWanted = true
  await endSession()
}

/** Runs a call whose caller leads elsewhere should the session end by it: the page is not loaded again for that. */
export async function leadingElsewhere<T>(call: () => Promise<T>): Promise<T> {
  leaving = true
  try {
    return await call()
  } finally {
    leaving = getSession().status === 'out'
  }
}

/** Runs a sign-in action: listeners keep still until it is over, and then the page learns the outcome once. */
export async function whileActing<T>(act: (client: IdentityClient) => Promise<T>): Promise<T> {
  startSession()
  const client = await loadIdentity()
  acting += 1
  try {
    return await act(client)
  } finally {
    acting -= 1
    // an act says itself what came of it
    isWanted = true
    adopt(client)
  }
}

/** Trades the ID token of a sign-in that has just happened. */
export const tradeAnew = tokens.tradeAnew

function loadIdentity(): Promise<IdentityClient> {
  identity ??= openIdentity().catch((error: unknown) => {
    identity = undefined
    throw error
  })
  return identity
}

async function openIdentity(): Promise<IdentityClient> {
  const [{ createIdentityClient }, config] = await Promise.all([
    loadPart(() => import('./identity-client.ts')).catch((cause: unknown) => {
      throw navigator.onLine ? new SignInError('not-loaded', { cause }) : new ConnectionError(cause)
    }),
    anonymousApi.getConfig(),
  ])
  const client = createIdentityClient(config.identity)
  await client.ready()
  client.watch(() => {
    adopt(client)
    readProfile(client).catch(() => undefined)
  })
  return client
}

/** Makes the page, the stored token and the held uid agree with the SDK. */
function adopt(client: IdentityClient): void {
  if (acting > 0) return
  const user = client.user()
  if (heldUid && heldUid !== user?.uid) {
    // where another tab logs out, it takes the token along
    if (!user && !isWanted && readToken()?.uid === heldUid) tellOfEnd()
    removeTokenOf(heldUid)
  }
  heldUid = user?.uid
  if (!user) {
    publishSession(leaving ? { status: 'out', isLeaving: true } : SIGNED_OUT)
    return
  }
  leaving = false
  isWanted = false
  const { user: before, admin } = getSession()
  publishSession({
    status: 'in',
    user: withProfile(user),
    admin: before?.uid === user.uid ? admin : undefined,
  })
  // A trade that fails here is tried again by the next call, which can show the failure.
  tokens.keepFresh().catch(() => undefined)
}

/** Until the store has answered, the address stands in for the name. Who has no address has no account there. */
function withProfile(user: SessionUser): SessionUser {
  if (user.email === null) return user
  const { displayName = null, photoURL = null } = profile?.uid === user.uid ? profile : {}
  return { ...user, displayName, photoURL }
}

/**
 * Reads the own name and picture when a page begins, and when another tab has changed them, which renews the ID token.
 * A trade brings them along. What fails here is told by no one and signs nobody out: it decides only what is shown.
 */
async function readProfile(client: IdentityClient): Promise<void> {
  const email = client.user()?.email
  if (acting > 0 || !email) return
  const known = profile
  await tokens.keepFresh()
  const held = readToken()
  if (profile !== known || held?.uid !== client.user()?.uid) return
  const headers = { authorization: `Bearer ${held?.token}` }
  const user = await anonymousApi.getUser({ params: { email } }, { headers })
  // what was saved meanwhile is newer
  if (profile === known) showProfile(user)
}

/** A tab without the SDK follows the stored token; with it, the SDK follows the other tab by itself. */
function followOtherTab(): void {
  if (identity) return void catchUp(identity).catch(() => undefined)
  heldUid = readToken()?.uid
  if (heldUid) prefetchSession()
  else publishSession(SIGNED_OUT)
}

/** Of an address that was added in another tab the SDK learns within a second or so, and tells nobody. */
async function catchUp(loading: Promise<IdentityClient>): Promise<void> {
  const client = await loading
  const isWithout = () => client.user()?.email === null
  if (!isWithout()) return
  for (let looks = 0; looks < 20 && isWithout(); looks++) {
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  adopt(client)
}

async function askForAdmin(email: string): Promise<boolean> {
  const { admin } = await browserApi.getAdminFlag({ params: { email } })
  const session = getSession()
  if (session.status === 'in') publishSession({ ...session, admin })
  return admin
}

/** The store knows this sign-in no more, or never will: the person is signed out, then the caller is told. */
async function refused(error: unknown): Promise<never> {
  if (error instanceof ApiError && error.status === 401 && acting === 0) await endSession()
  throw error
}

/** The sign-in was ended elsewhere, or the account with it. */
function tellOfEnd(): void {
  import('#contract/messages/account/sign-in.ts').then(
    ({ identityTexts }) => notify({ text: identityTexts.signedOut, tone: 'info' }),
    () => undefined,
  )
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}
