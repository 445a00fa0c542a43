import type { WindowMethod } from '#contract/users/identity-methods.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { federatedId } from '../accounts/accounts.ts'
import { openSession } from '../accounts/sessions.ts'
import { mayNotifyCaller, notifyMethodAdded } from '../accounts/sign-in-methods.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity, Operation, ToolkitCall } from '../identity.ts'
import { requireProvider } from '../methods.ts'
import { continuedSession, finishSignIn, requireReauthentication } from '../mfa/second-factors.ts'
import { authenticate } from '../tokens/authenticate.ts'
import { linkToCaller, resolveAccount } from './federated-accounts.ts'
import { createPendingGrant, type Granted, takeGrant } from './idp-grants.ts'
import type { OutsidePerson } from './outside-person.ts'
import type { OutsideProvider } from './outside-providers.ts'

type Assertion = Granted & { grant: string; from: OutsideProvider }

/**
 * `accounts:signInWithIdp` with the grant that the popup posted; with an ID token it links the outside account to the
 * caller's. A conflict is no error in the toolkit: it is reported with status 200.
 */
export const signInWithIdp: Operation = async (identity, call) => {
  const assertion = await readAssertion(identity, call)
  const { idToken } = call.body
  return idToken
    ? linkAccount(identity, call, { ...assertion, idToken })
    : signInOutsidePerson(identity, call, assertion)
}

async function signInOutsidePerson(
  identity: Identity,
  { body }: ToolkitCall,
  assertion: Assertion,
): Promise<object> {
  const { providerId: provider, person, isReauthentication } = assertion
  const linkedOnly = isReauthentication || body.autoCreate === false
  return inTransaction(identity.db, async (trx) => {
    const resolved = await resolveAccount(identity, trx, { provider, person, linkedOnly })
    if (resolved === 'unlinked') {
      // the toolkit's USER_NOT_FOUND would make the SDK sign the user out
      check(!isReauthentication, 'USER_MISMATCH')
      return { ...(await describeConflict(identity, trx, assertion)), errorMessage: 'USER_NOT_FOUND' }
    }
    if ('conflict' in resolved) {
      const localId = resolved.conflict.user.id
      const answer = await describeConflict(identity, trx, assertion)
      return { ...answer, needConfirmation: true, localId, verifiedProvider: [] }
    }
    const { account, isNewUser } = resolved
    check(!account.user.disabled_at, 'USER_DISABLED')
    return {
      ...describe(assertion),
      ...(isNewUser ? { isNewUser } : {}),
      localId: account.user.id,
      ...(await finishSignIn(identity, trx, { account, provider })),
    }
  })
}

async function linkAccount(
  identity: Identity,
  { body }: ToolkitCall,
  assertion: Assertion & { idToken: string },
): Promise<object> {
  const { providerId: provider, person, idToken } = assertion
  const notifies = await mayNotifyCaller(identity, idToken)
  return inTransaction(identity.db, async (trx) => {
    const caller = await authenticate(identity, trx, idToken, { lock: true })
    await requireReauthentication(identity, trx, caller)
    const linked = await linkToCaller(trx, { caller, provider, person })
    if ('conflict' in linked) {
      const { conflict: errorMessage } = linked
      check(body.returnIdpCredential, errorMessage)
      return { ...(await describeConflict(identity, trx, assertion)), errorMessage }
    }
    const { account } = linked
    await notifyMethodAdded(identity, trx, { user: account.user, providerId: provider, notifies })
    const session = { account, provider, ...continuedSession(caller.claims) }
    const tokens = await openSession(identity, trx, session)
    return { ...describe(assertion), localId: account.user.id, ...tokens }
  })
}

/** The response to a conflict, with a new grant for the call that links the person after a sign-in. */
async function describeConflict(identity: Identity, trx: Db, assertion: Assertion) {
  const { person, providerId } = assertion
  const pendingToken = await createPendingGrant(trx, { person, providerId, at: identity.now() })
  return { ...describe({ ...assertion, grant: pendingToken }), pendingToken }
}

/** Consumes the grant, which is in `pendingToken`, or in `postBody` in the format of a query. */
async function readAssertion(identity: Identity, { body }: ToolkitCall): Promise<Assertion> {
  check(body.requestUri, 'MISSING_REQUEST_URI')
  if (body.pendingToken) {
    const granted = await takeGrant(identity.db, { grant: body.pendingToken, at: identity.now() })
    check(granted, 'INVALID_PENDING_TOKEN : The pending token is invalid or has expired.')
    const from = requireProvider(identity, granted.providerId)
    return { ...granted, grant: body.pendingToken, from }
  }
  const post = new URLSearchParams(body.postBody ?? '')
  const providerId = post.get('providerId')
  const uri = URL.parse(body.requestUri)
  check(uri, 'INVALID_REQUEST_URI')
  uri.search = post.toString()
  check(providerId, `INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: ${uri.href}`)
  const from = requireProvider(identity, providerId)
  // the SDK sends an ID token or an access token, depending on the provider: here both are the grant
  const grant = post.get('id_token') ?? post.get('access_token') ?? ''
  const nonce = body.sessionId ?? undefined
  const granted = await takeGrant(identity.db, { grant, providerId, nonce, at: identity.now() })
  check(
    granted,
    'INVALID_IDP_RESPONSE : The supplied auth credential is incorrect, malformed or has expired.',
  )
  return { ...granted, grant, from }
}

/** The outside person in the SDK's format. The provider's own tokens never reach the browser. */
function describe({ providerId, grant, person, from: { method } }: Assertion) {
  const { rawId, email, emailVerified, name, photoUrl, screenName } = person
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    context: '',
    providerId,
    displayName: name ?? undefined,
    fullName: name ?? undefined,
    photoUrl: photoUrl ?? undefined,
    screenName: screenName ?? undefined,
    ...(email === null ? {} : { email, emailVerified }),
    rawUserInfo: rawUserInfo(method, person),
    federatedId: federatedId(providerId, rawId),
    oauthAccessToken: grant,
    ...(hasIdToken.has(method) ? { oauthIdToken: grant } : {}),
    ...(method === 'twitter' ? { oauthTokenSecret: 'none' } : {}),
  }
}

/** Providers with OpenID Connect: the SDK parses the credentials of the others differently. */
const hasIdToken = new Set<WindowMethod>(['google', 'custom'])

/** The profile in the provider's own format, which the SDK returns as "additional user info". */
function rawUserInfo(method: WindowMethod, person: OutsidePerson): string {
  return JSON.stringify(profiles[method](person))
}

const orAbsent = (value: string | null) => value ?? undefined

const profiles: Record<WindowMethod, (person: OutsidePerson) => object> = {
  google: ({ rawId, email, emailVerified, name, photoUrl }) => ({
    granted_scopes:
      'openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email',
    id: rawId,
    name: orAbsent(name),
    picture: orAbsent(photoUrl),
    verified_email: emailVerified,
    locale: 'en',
    email: orAbsent(email),
  }),
  facebook: ({ rawId, email, name, photoUrl }) => ({
    id: rawId,
    name: orAbsent(name),
    email: orAbsent(email),
    ...(photoUrl ? { picture: { data: { url: photoUrl } } } : {}),
  }),
  github: ({ rawId, email, name, photoUrl, screenName }) => ({
    id: Number(rawId),
    login: orAbsent(screenName),
    name: orAbsent(name),
    email: orAbsent(email),
    avatar_url: orAbsent(photoUrl),
  }),
  twitter: ({ rawId, email, name, photoUrl, screenName }) => ({
    id_str: rawId,
    screen_name: orAbsent(screenName),
    name: orAbsent(name),
    email: orAbsent(email),
    profile_image_url_https: orAbsent(photoUrl),
  }),
  custom: ({ rawId, email, emailVerified, name, photoUrl, screenName }) => ({
    sub: rawId,
    email: orAbsent(email),
    email_verified: emailVerified,
    name: orAbsent(name),
    picture: orAbsent(photoUrl),
    preferred_username: orAbsent(screenName),
  }),
}
