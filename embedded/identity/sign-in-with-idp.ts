import { type Db, inTransaction } from '#database/open.ts'
import { federatedId, GOOGLE_PROVIDER } from './accounts.ts'
import { authenticate, checkRecentSignIn } from './authenticate.ts'
import { linkToCaller, settlePerson } from './federated-accounts.ts'
import type { Identity, Operation, ToolkitCall } from './identity.ts'
import { createPendingGrant, type Granted, takeGrant } from './idp-grants.ts'
import { checkMethod } from './methods.ts'
import { finishSignIn, secondFactorOf } from './second-factors.ts'
import { openSession } from './sessions.ts'
import { check } from './toolkit-error.ts'

type Assertion = Granted & { grant: string }

/**
 * `accounts:signInWithIdp` with the grant that the popup posted; with an ID token it links the outside
 * account to the caller's. A conflict is no error in the toolkit: it answers 200 and says so.
 */
export const signInWithIdp: Operation = async (identity, call) => {
  const assertion = await readAssertion(identity, call)
  return call.body.idToken ? linkAccount(identity, call, assertion) : signInOutsidePerson(identity, assertion)
}

async function signInOutsidePerson(identity: Identity, assertion: Assertion): Promise<object> {
  const { providerId: provider, person } = assertion
  return inTransaction(identity.db, async (trx) => {
    const settled = await settlePerson(identity, trx, { provider, person })
    if ('conflict' in settled) {
      const localId = settled.conflict.user.id
      const answer = await describeConflict(identity, trx, assertion)
      return { ...answer, needConfirmation: true, localId, verifiedProvider: [] }
    }
    const { account, isNewUser } = settled
    check(!account.user.disabled_at, 'USER_DISABLED')
    return {
      ...describe(assertion),
      ...(isNewUser ? { isNewUser } : {}),
      localId: account.user.id,
      ...(await finishSignIn(identity, trx, { account, provider })),
    }
  })
}

async function linkAccount(identity: Identity, { body }: ToolkitCall, assertion: Assertion): Promise<object> {
  const { providerId: provider, person } = assertion
  return inTransaction(identity.db, async (trx) => {
    const caller = await authenticate(identity, trx, body.idToken, { lock: true })
    checkRecentSignIn(identity, caller)
    const linked = await linkToCaller(trx, { caller, provider, person })
    if ('conflict' in linked) {
      const { conflict: errorMessage } = linked
      check(body.returnIdpCredential, errorMessage)
      return { ...(await describeConflict(identity, trx, assertion)), errorMessage }
    }
    const { account } = linked
    const secondFactor = secondFactorOf(caller.claims)
    const tokens = await openSession(identity, trx, { account, provider, secondFactor })
    return { ...describe(assertion), localId: account.user.id, ...tokens }
  })
}

/** A conflict burns the grant; its answer carries another one, for the call that links after a sign-in. */
async function describeConflict(identity: Identity, trx: Db, assertion: Assertion) {
  const { person } = assertion
  const pendingToken = await createPendingGrant(trx, { person, at: identity.now() })
  return { ...describe({ ...assertion, grant: pendingToken }), pendingToken }
}

/** Reads and uses up the grant, in `postBody`, which the SDK writes like a query, or in `pendingToken`. */
async function readAssertion(identity: Identity, { body }: ToolkitCall): Promise<Assertion> {
  check(body.requestUri, 'MISSING_REQUEST_URI')
  if (body.pendingToken) {
    checkMethod(identity, 'google')
    const granted = await takeGrant(identity.db, { grant: body.pendingToken, at: identity.now() })
    check(granted, 'INVALID_PENDING_TOKEN : The pending token is invalid or has expired.')
    return { ...granted, grant: body.pendingToken }
  }
  const post = new URLSearchParams(body.postBody ?? '')
  const providerId = post.get('providerId')
  const uri = URL.parse(body.requestUri)
  check(uri, 'INVALID_REQUEST_URI')
  uri.search = post.toString()
  check(providerId, `INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: ${uri.href}`)
  check(providerId === GOOGLE_PROVIDER, 'OPERATION_NOT_ALLOWED')
  checkMethod(identity, 'google')
  const grant = post.get('id_token') ?? ''
  const nonce = body.sessionId ?? undefined
  const granted = await takeGrant(identity.db, { grant, providerId, nonce, at: identity.now() })
  check(
    granted,
    'INVALID_IDP_RESPONSE : The supplied auth credential is incorrect, malformed or has expired.',
  )
  return { ...granted, grant }
}

/** What the SDK reads of the outside person. */
function describe({ providerId, grant, person }: Assertion) {
  const { rawId, email, emailVerified, name } = person
  const rawUserInfo = {
    granted_scopes:
      'openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email',
    id: rawId,
    name,
    verified_email: emailVerified,
    locale: 'en',
    email,
  }
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    context: '',
    providerId,
    displayName: name,
    fullName: name,
    email,
    emailVerified,
    rawUserInfo: JSON.stringify(rawUserInfo),
    federatedId: federatedId(providerId, rawId),
    oauthAccessToken: 'practice',
    oauthIdToken: grant,
  }
}
