import { passwordChangedMail } from '#contract/people/sign-in/identity-texts.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { check } from '../http/toolkit-error.ts'
import { hostOf, type Identity, type Operation, type ToolkitCall } from '../identity.ts'
import {
  continuedSession,
  describeFactor,
  listFactors,
  requireReauthentication,
} from '../mfa/second-factors.ts'
import { checkLength } from '../password/passwords.ts'
import { newUid } from '../tokens/secrets.ts'
import {
  createAccount,
  describeAccount,
  describeProviders,
  describeUpdate,
  findAccount,
  normaliseEmail,
  PASSWORD_PROVIDER,
  readProfile,
  requireAccount,
  updateUser,
} from './accounts.ts'
import { type AddressChange, changeAddress } from './addresses.ts'
import { consumeRateLimit, mayNotify } from './rate-limits.ts'
import { authenticate, type Caller, endSignIns, openSession, type Tokens } from './sessions.ts'
import { checkMethod, removeMethods } from './sign-in-methods.ts'

const SIGNED_UP = 'identitytoolkit#SignupNewUserResponse'

export const signUp: Operation = async (identity, call) => {
  const { body } = call
  check(body.email || body.password || body.idToken, 'ADMIN_ONLY_OPERATION')
  checkMethod(identity, 'password')
  check(body.email, 'MISSING_EMAIL')
  check(body.password, 'MISSING_PASSWORD')
  if (body.idToken) {
    const updated = await updateAccount(identity, { ...call, body: { ...body, returnSecureToken: true } })
    return { ...updated, kind: SIGNED_UP }
  }
  const email = normaliseEmail(body.email)
  await consumeRateLimit(identity, 'sign-up', call.ipAddress)
  check(!(await findAccount(identity.db, { email })), 'EMAIL_EXISTS')
  checkLength(identity, body.password)
  const profile = readProfile(body)
  const passwordHash = await identity.passwords.hash(body.password)
  return inTransaction(identity.db, async (trx) => {
    const account = await createAccount(identity, trx, {
      ...profile,
      email,
      password_hash: passwordHash,
      password_updated_at: identity.now(),
    })
    check(account, 'EMAIL_EXISTS')
    return {
      kind: SIGNED_UP,
      localId: account.user.id,
      email,
      displayName: account.user.display_name ?? undefined,
      ...(await openSession(identity, trx, { account, provider: PASSWORD_PROVIDER })),
    }
  })
}

export const lookupAccount: Operation = async (identity, { body }) => {
  const caller = await authenticate(identity, identity.db, body.idToken)
  const factors = await listFactors(identity.db, caller.user.id)
  const mfaInfo = factors.map((factor) => describeFactor(factor, { isMasked: false }))
  const user = { ...describeAccount(caller), mfaInfo: mfaInfo.length > 0 ? mfaInfo : undefined }
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [user] }
}

export const deleteAccount: Operation = (identity, { body }) =>
  inTransaction(identity.db, async (trx) => {
    const caller = await authenticate(identity, trx, body.idToken, { lock: true })
    await requireReauthentication(identity, trx, caller)
    await trx.deleteFrom('identity.users').where('id', '=', caller.user.id).execute()
    await endSignIns(identity, trx, { userId: caller.user.id })
    return { kind: 'identitytoolkit#DeleteAccountResponse' }
  })

export const createAuthUri: Operation = async (identity, { body }) => {
  check(body.identifier, 'MISSING_IDENTIFIER')
  check(body.continueUri, 'MISSING_CONTINUE_URI')
  const email = normaliseEmail(body.identifier)
  const reply = { kind: 'identitytoolkit#CreateAuthUriResponse', sessionId: newUid() }
  if (identity.emailPrivacy) return reply
  const account = await findAccount(identity.db, { email })
  const allProviders = account ? describeProviders(account).map(({ providerId }) => providerId) : []
  // in the toolkit e-mail link and password are one provider, but two methods
  const signinMethods = allProviders.filter((id) => id !== PASSWORD_PROVIDER || account?.user.password_hash)
  if (account?.user.email_link) signinMethods.push('emailLink')
  return { ...reply, registered: account !== undefined, allProviders, signinMethods }
}

type Credentials = { email?: string; passwordHash?: string }

export async function updateAccount(
  identity: Identity,
  call: ToolkitCall,
): Promise<ReturnType<typeof describeUpdate> & Partial<Tokens>> {
  const { body } = call
  const callerBeforeLock = await authenticate(identity, identity.db, body.idToken)
  const credentials = await readCredentials(identity, callerBeforeLock, call)
  const profile = readProfile(body)
  const removedIds = body.deleteProvider ?? []
  // `mayNotify` runs before the transaction, which must not wait for another connection
  const mayChange = removedIds.length > 0 || isChange(callerBeforeLock, credentials)
  const notifies = mayChange && (await mayNotify(identity, callerBeforeLock.user))
  return inTransaction(identity.db, async (trx) => {
    const caller = await authenticate(identity, trx, body.idToken, { lock: true })
    const { id } = caller.user
    await removeMethods(identity, trx, { caller, providerIds: removedIds, notifies })
    if (Object.keys(profile).length > 0) await updateUser(trx, id, profile)
    const continuedSid = body.returnSecureToken ? caller.claims.sid : undefined
    const isChanged = isChange(caller, credentials)
    if (isChanged)
      await changeCredentials(identity, trx, {
        user: caller.user,
        ...credentials,
        notifies,
        continuedSid,
      })
    const account = await requireAccount(trx, id)
    const provider = credentials.passwordHash ? PASSWORD_PROVIDER : caller.claims.firebase.sign_in_provider
    const session = { account, provider, ...continuedSession(caller.claims) }
    const tokens = isChanged && body.returnSecureToken ? await openSession(identity, trx, session) : {}
    return { ...describeUpdate(account), ...tokens }
  })
}

async function readCredentials(
  identity: Identity,
  caller: Caller,
  { body: { email, password }, ipAddress }: ToolkitCall,
): Promise<Credentials> {
  const credentials: Credentials = {}
  if (email) credentials.email = normaliseEmail(email)
  if (password) {
    checkMethod(identity, 'password')
    check(credentials.email ?? caller.user.email, 'MISSING_EMAIL')
    checkLength(identity, password)
  }
  const isNewAddress = credentials.email !== undefined && credentials.email !== caller.user.email
  if (password || isNewAddress) await requireReauthentication(identity, identity.db, caller)
  if (isNewAddress) {
    // a change reveals whether an account has the address, as a sign-up does: both share the limit of the IP address
    await consumeRateLimit(identity, 'sign-up', ipAddress)
    await consumeRateLimit(identity, 'new-address-of', caller.user.id)
  }
  if (password) credentials.passwordHash = await identity.passwords.hash(password)
  return credentials
}

type CredentialChange = Credentials & Omit<AddressChange, 'email' | 'isVerified'>

async function changeCredentials(identity: Identity, trx: Db, change: CredentialChange): Promise<void> {
  const { user, email, passwordHash, notifies, continuedSid } = change
  if (email !== undefined && email !== user.email) {
    await changeAddress(identity, trx, { user, email, isVerified: false, notifies, continuedSid })
  }
  if (passwordHash === undefined) return
  await updateUser(trx, user.id, { password_hash: passwordHash, password_updated_at: identity.now() })
  await endSignIns(identity, trx, { userId: user.id, continuedSid })
  if (notifies && user.email)
    await identity.sendMail(trx, { to: user.email, ...passwordChangedMail(hostOf(identity)) })
}

function isChange({ user }: Caller, { email, passwordHash }: Credentials): boolean {
  return passwordHash !== undefined || (email !== undefined && email !== user.email)
}
