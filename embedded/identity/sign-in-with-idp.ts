import { inTransaction } from '#database/open.ts'
import { federatedId, GOOGLE_PROVIDER } from './accounts.ts'
import { authenticate } from './authenticate.ts'
import { linkToCaller, settlePerson } from './federated-accounts.ts'
import type { Identity, Operation, ToolkitCall } from './identity.ts'
import { takeGrant } from './idp-grants.ts'
import { checkMethod } from './methods.ts'
import type { OutsidePerson } from './practice-accounts.ts'
import { finishSignIn, secondFactorOf } from './second-factors.ts'
import { openSession } from './sessions.ts'
import { check } from './toolkit-error.ts'

type Assertion = { providerId: string; grant: string; person: OutsidePerson }

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
      return { ...describe(assertion), needConfirmation: true, localId, verifiedProvider: [] }
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
    const account = await linkToCaller(trx, { caller, provider, person })
    if (!account) {
      check(body.returnIdpCredential, 'FEDERATED_USER_ID_ALREADY_LINKED')
      return { ...describe(assertion), errorMessage: 'FEDERATED_USER_ID_ALREADY_LINKED' }
    }
    const secondFactor = secondFactorOf(caller.claims)
    const tokens = await openSession(identity, trx, { account, provider, secondFactor })
    return { ...describe(assertion), localId: account.user.id, ...tokens }
  })
}

/** Reads and uses up the grant in `postBody`, which the SDK writes like a query. */
async function readAssertion(identity: Identity, { body }: ToolkitCall): Promise<Assertion> {
  check(body.requestUri, 'MISSING_REQUEST_URI')
  const post = new URLSearchParams(body.postBody ?? '')
  const providerId = post.get('providerId')
  const uri = URL.parse(body.requestUri)
  check(uri, 'INVALID_REQUEST_URI')
  uri.search = post.toString()
  check(providerId, `INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: ${uri.href}`)
  check(providerId === GOOGLE_PROVIDER, 'OPERATION_NOT_ALLOWED')
  checkMethod(identity, 'google')
  const grant = post.get('id_token') ?? ''
  const nonce = body.sessionId ?? ''
  const person = await takeGrant(identity.db, { grant, providerId, nonce, at: identity.now() })
  check(person, 'INVALID_IDP_RESPONSE : The supplied auth credential is incorrect, malformed or has expired.')
  return { providerId, grant, person }
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
