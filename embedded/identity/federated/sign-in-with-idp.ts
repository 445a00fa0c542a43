import { sql } from 'kysely'
import { type Db, inTransaction } from '#database/open.ts'
import {
  type Account,
  createAccount,
  federatedId,
  findAccount,
  findUser,
  lockIdentifier,
  requireAccount,
} from '../accounts/accounts.ts'
import { removeUnverifiedAccess } from '../accounts/addresses.ts'
import { authenticate, openSession } from '../accounts/sessions.ts'
import { mayNotifyCaller, notifyMethodAdded, requireProvider } from '../accounts/sign-in-methods.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity, Operation, ToolkitCall } from '../identity.ts'
import { continuedSession, finishSignIn, requireReauthentication } from '../mfa/second-factors.ts'
import {
  consumeGrant,
  createGrant,
  type ExternalProfile,
  type ExternalProvider,
  type Grant,
} from './external-providers.ts'

type Assertion = Grant & { grant: string; provider: ExternalProvider }

/** With an ID token, links the external account to the caller's. As in the toolkit, most conflicts have status 200. */
export const signInWithIdp: Operation = async (identity, call) => {
  const assertion = await consumeAssertion(identity, call)
  const { idToken } = call.body
  return idToken
    ? linkAccount(identity, call, { ...assertion, idToken })
    : signInExternally(identity, call, assertion)
}

async function signInExternally(identity: Identity, { body }: ToolkitCall, assertion: Assertion) {
  const { providerId: provider, isReauthentication } = assertion
  return inTransaction(identity.db, async (trx) => {
    const linkedOnly = isReauthentication || body.autoCreate === false
    const resolved = await resolveAccount(identity, trx, { ...assertion, linkedOnly })
    if (resolved === 'unlinked') {
      // the toolkit's USER_NOT_FOUND would make the SDK sign the user out
      check(!isReauthentication, 'USER_MISMATCH')
      return { ...(await describeConflict(identity, trx, assertion)), errorMessage: 'USER_NOT_FOUND' }
    }
    if ('conflict' in resolved) {
      const conflict = await describeConflict(identity, trx, assertion)
      return { ...conflict, needConfirmation: true, localId: resolved.conflict, verifiedProvider: [] }
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
  const { providerId: provider, idToken } = assertion
  const notifies = await mayNotifyCaller(identity, idToken)
  return inTransaction(identity.db, async (trx) => {
    const caller = await authenticate(identity, trx, idToken, { lock: true })
    await requireReauthentication(identity, trx, caller)
    const errorMessage = await linkToUser(trx, caller.user.id, assertion)
    if (errorMessage) {
      check(body.returnIdpCredential, errorMessage)
      return { ...(await describeConflict(identity, trx, assertion)), errorMessage }
    }
    const account = await requireAccount(trx, caller.user.id)
    await notifyMethodAdded(identity, trx, { user: account.user, providerId: provider, notifies })
    const session = { account, provider, ...continuedSession(caller.claims) }
    const tokens = await openSession(identity, trx, session)
    return { ...describe(assertion), localId: account.user.id, ...tokens }
  })
}

async function describeConflict(identity: Identity, trx: Db, assertion: Assertion) {
  const { profile, providerId } = assertion
  const grant = { profile, providerId, isReauthentication: false, at: identity.now() }
  const pendingToken = await createGrant(trx, grant)
  return { ...describe({ ...assertion, grant: pendingToken }), pendingToken }
}

async function consumeAssertion(identity: Identity, { body }: ToolkitCall): Promise<Assertion> {
  check(body.requestUri, 'MISSING_REQUEST_URI')
  if (body.pendingToken) {
    const granted = await consumeGrant(identity.db, { grant: body.pendingToken, at: identity.now() })
    check(granted, 'INVALID_PENDING_TOKEN : The pending token is invalid or has expired.')
    const provider = requireProvider(identity, granted.providerId)
    return { ...granted, grant: body.pendingToken, provider }
  }
  const post = new URLSearchParams(body.postBody ?? '')
  const providerId = post.get('providerId')
  const uri = URL.parse(body.requestUri)
  check(uri, 'INVALID_REQUEST_URI')
  uri.search = post.toString()
  check(providerId, `INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: ${uri.href}`)
  const provider = requireProvider(identity, providerId)
  // the SDK sends an ID token or an access token, depending on the provider: either is the grant here
  const grant = post.get('id_token') ?? post.get('access_token') ?? ''
  const nonce = body.sessionId ?? undefined
  const granted = await consumeGrant(identity.db, { grant, providerId, nonce, at: identity.now() })
  check(
    granted,
    'INVALID_IDP_RESPONSE : The supplied auth credential is incorrect, malformed or has expired.',
  )
  return { ...granted, grant, provider }
}

/** The provider's own tokens never reach the browser. */
function describe({ providerId, grant, profile, provider: { method } }: Assertion) {
  const { rawId: id, email, emailVerified } = profile
  const name = profile.name ?? undefined
  const photoUrl = profile.photoUrl ?? undefined
  const screenName = profile.screenName ?? undefined
  const address = email === null ? {} : { email, emailVerified }
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    context: '',
    providerId,
    displayName: name,
    fullName: name,
    photoUrl,
    screenName,
    ...address,
    // the SDK reads `login` of GitHub's profile; Google sends each provider's own format
    rawUserInfo: JSON.stringify({ id, name, ...address, picture: photoUrl, login: screenName }),
    federatedId: federatedId(providerId, id),
    oauthAccessToken: grant,
    // providers with OpenID Connect: the SDK parses the credentials of the others differently
    ...(method === 'google' || method === 'custom' ? { oauthIdToken: grant } : {}),
    ...(method === 'twitter' ? { oauthTokenSecret: 'none' } : {}),
  }
}

type ExternalAccount = { providerId: string; profile: ExternalProfile }
type Resolved = { account: Account; isNewUser: boolean } | { conflict: string } | 'unlinked'

/**
 * The linked account; else the one with the address that the provider verified; else a new one. `conflict`: id of the
 * account with the address, if the provider did not verify it. `unlinked`: none is linked, and `linkedOnly` is true.
 */
async function resolveAccount(
  identity: Identity,
  trx: Db,
  { providerId, profile, linkedOnly }: ExternalAccount & { linkedOnly: boolean },
): Promise<Resolved> {
  await lockExternalAccount(trx, { providerId, profile })
  const linked = await findLinked(trx, { providerId, profile })
  if (linked) {
    await saveLink(trx, linked.user.id, { providerId, profile })
    return { account: linked, isNewUser: false }
  }
  if (linkedOnly) return 'unlinked'
  const { email, name, photoUrl } = profile
  const owner = email === null ? undefined : await findUser(trx, { email }, { lock: true })
  if (owner && !profile.emailVerified) return { conflict: owner.id }
  if (owner && !owner.email_verified) await removeUnverifiedAccess(identity, trx, owner.id)
  if (owner) {
    await trx
      .updateTable('identity.users')
      .set({
        display_name: sql`coalesce(display_name, ${name})`,
        photo_url: sql`coalesce(photo_url, ${photoUrl})`,
      })
      .where('id', '=', owner.id)
      .execute()
  }
  const columns = { display_name: name, photo_url: photoUrl, email_verified: profile.emailVerified }
  const userId = owner?.id ?? (await createAccount(identity, trx, { email, ...columns }))?.user.id
  check(userId, 'EMAIL_EXISTS')
  await saveLink(trx, userId, { providerId, profile })
  return { account: await requireAccount(trx, userId), isNewUser: !owner }
}

async function linkToUser(trx: Db, userId: string, external: ExternalAccount): Promise<string | undefined> {
  const { email } = external.profile
  await lockExternalAccount(trx, external)
  if (await findLinked(trx, external)) return 'FEDERATED_USER_ID_ALREADY_LINKED'
  const owner = email === null ? undefined : await findUser(trx, { email })
  if (owner && owner.id !== userId) return 'EMAIL_EXISTS'
  await saveLink(trx, userId, external)
  return undefined
}

async function lockExternalAccount(trx: Db, { providerId, profile }: ExternalAccount): Promise<void> {
  await lockIdentifier(trx, `${providerId}:${profile.rawId}`)
  if (profile.email !== null) await lockIdentifier(trx, profile.email)
}

async function findLinked(trx: Db, { providerId, profile }: ExternalAccount): Promise<Account | undefined> {
  const link = await trx
    .selectFrom('identity.user_providers')
    .select('user_id')
    .where('provider_id', '=', providerId)
    .where('raw_id', '=', profile.rawId)
    .executeTakeFirst()
  return link && findAccount(trx, { id: link.user_id }, { lock: true })
}

async function saveLink(trx: Db, userId: string, { providerId, profile }: ExternalAccount): Promise<void> {
  await trx
    .deleteFrom('identity.user_providers')
    .where('user_id', '=', userId)
    .where('provider_id', '=', providerId)
    .execute()
  await trx
    .insertInto('identity.user_providers')
    .values({
      provider_id: providerId,
      raw_id: profile.rawId,
      user_id: userId,
      email: profile.email,
      display_name: profile.name,
      photo_url: profile.photoUrl,
      screen_name: profile.screenName,
    })
    .execute()
}
