import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOTP } from '#embedded/identity/mfa/totp.ts'
import {
  errorOf,
  lookup,
  NONCE,
  ORIGIN,
  popupGrant,
  signIn,
  signInWithGoogle,
  signUp,
  startIdentity,
  type TestIdentity,
  textedCode,
  verifiedGrant,
} from '#tests/support/identity/identity.ts'
import { enrolTotp, signUpVerified } from '#tests/support/identity/second-factors.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity({ methods: ['password', 'google', 'phone', 'totp'] })
})
afterAll(() => identity.close())

let people = 0
function freshPerson() {
  people += 1
  return { name: `Pat ${people}`, email: `pat${people}@example.org` }
}
const signInByPendingToken = (pendingToken: unknown, fields: object = {}) =>
  identity.post('v1/accounts:signInWithIdp', { requestUri: ORIGIN, pendingToken, ...fields })

/**
 * Creates an account with a password; returns it and the response to an unverified external identity with its
 * address.
 */
async function createConflict() {
  const owner = await signUp(identity)
  const grant = await popupGrant(identity, { name: 'Ann', email: owner.email })
  const { body } = await signInWithGoogle(identity, grant)
  return { owner, body }
}

describe('an external identity whose address has an account', () => {
  test('the response has a token that links once the owner has signed in', async () => {
    const { owner, body } = await createConflict()
    expect(body).toMatchObject({
      needConfirmation: true,
      localId: owner.uid,
      verifiedProvider: [],
      pendingToken: expect.stringMatching(/^[\w-]{43}$/),
    })
    const { idToken } = (await signIn(identity, owner.email)).body
    const linked = await signInByPendingToken(body.pendingToken, { idToken })
    expect(linked.body).toMatchObject({ localId: owner.uid, providerId: 'google.com' })
    expect((await lookup(identity, linked.body.idToken)).body).toMatchObject({
      users: [{ providerUserInfo: [{ providerId: 'password' }, { providerId: 'google.com' }] }],
    })
  })

  test('the token may be sent as an ID token, as by the SDK’s credential', async () => {
    const { owner, body } = await createConflict()
    const linked = await identity.post('v1/accounts:signInWithIdp', {
      requestUri: 'http://localhost',
      idToken: owner.idToken,
      postBody: `&id_token=${String(body.oauthIdToken)}&providerId=google.com`,
    })
    expect(linked.body).toMatchObject({ localId: owner.uid })
  })

  test('the token does not sign in without an ID token', async () => {
    const { body } = await createConflict()
    const again = await signInByPendingToken(body.pendingToken)
    expect(again.body).toMatchObject({ needConfirmation: true })
    expect(again.body).not.toHaveProperty('idToken')
  })

  test('the token does not link to another account', async () => {
    const { body } = await createConflict()
    const { idToken } = await signUp(identity)
    const stolen = await signInByPendingToken(body.pendingToken, { idToken })
    expect(errorOf(stolen)).toBe('400 EMAIL_EXISTS')
  })
})

describe('a pending token', () => {
  const INVALID = /^400 INVALID_PENDING_TOKEN : /

  test('a pending token works in one of three concurrent calls and expires after ten minutes', async () => {
    const { owner, body } = await createConflict()
    const { idToken } = owner
    const calls = [1, 2, 3].map(() => signInByPendingToken(body.pendingToken, { idToken }))
    expect((await Promise.all(calls)).map(({ status }) => status).sort()).toEqual([200, 400, 400])
    const late = await createConflict()
    identity.clock.advance(600)
    expect(errorOf(await signInByPendingToken(late.body.pendingToken))).toMatch(INVALID)
  })

  test('a pending token is not accepted as a grant of the popup, nor a grant as a pending token', async () => {
    const grant = await popupGrant(identity, freshPerson())
    expect(errorOf(await signInByPendingToken(grant))).toMatch(INVALID)
    const { body } = await createConflict()
    const asGrant = await signInWithGoogle(identity, String(body.pendingToken), { sessionId: NONCE })
    expect(errorOf(asGrant)).toMatch(/^400 INVALID_IDP_RESPONSE : /)
  })
})

describe('linking an external identity', () => {
  test('linking an identity of another account returns 200 with the credential if requested, else an error', async () => {
    const person = freshPerson()
    const theirs = await signInWithGoogle(identity, await verifiedGrant(identity, person))
    const { idToken } = await signUp(identity)
    const conflict = await signInWithGoogle(identity, await verifiedGrant(identity, person), { idToken })
    expect(conflict.body).toMatchObject({ errorMessage: 'FEDERATED_USER_ID_ALREADY_LINKED' })
    const signedIn = await signInByPendingToken(conflict.body.pendingToken)
    expect(signedIn.body.localId).toBe(theirs.body.localId)
    const plain = { idToken, returnIdpCredential: false }
    const rejected = await signInWithGoogle(identity, await verifiedGrant(identity, person), plain)
    expect(errorOf(rejected)).toBe('400 FEDERATED_USER_ID_ALREADY_LINKED')
  })

  test('an identity with the address of another account is rejected', async () => {
    const owner = await signUp(identity)
    const other = await signUp(identity)
    const { idToken } = other
    const grant = await verifiedGrant(identity, { name: 'Ann', email: owner.email })
    const { body } = await signInWithGoogle(identity, grant, { idToken })
    expect(body).toMatchObject({ errorMessage: 'EMAIL_EXISTS' })
    expect(body).not.toHaveProperty('idToken')
  })

  test('linking requires a sign-in of the last five minutes, so a stolen token adds no method', async () => {
    const { idToken } = await signUp(identity)
    identity.clock.advance(301)
    const grant = await verifiedGrant(identity, freshPerson())
    const linked = await signInWithGoogle(identity, grant, { idToken })
    expect(errorOf(linked)).toBe('400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  })
})

test('lookup returns the whole account', async () => {
  const verified = await signUpVerified(identity)
  const person = freshPerson()
  const phoneNumber = '+15555550177'
  const { idToken, uid, email } = verified
  const photoUrl = 'https://x.example/a.png'
  await identity.post('v1/accounts:update', { idToken, displayName: 'Ann Lee', photoUrl })
  const google = await signInWithGoogle(identity, await verifiedGrant(identity, person), { idToken })
  const link = { idToken, ...(await textedCode(identity, phoneNumber)) }
  await identity.post('v1/accounts:signInWithPhoneNumber', link)
  const { factorId, ...enrolled } = await enrolTotp(identity, verified)
  const rawId = String(google.body.federatedId).split('/').at(-1)
  // `enrolTotp` advanced the clock by one period
  const at = identity.clock.now().getTime() - TOTP.periodSec * 1000
  expect((await lookup(identity, enrolled.idToken)).body).toEqual({
    kind: 'identitytoolkit#GetAccountInfoResponse',
    users: [
      {
        localId: uid,
        email,
        emailVerified: true,
        displayName: 'Ann Lee',
        photoUrl,
        phoneNumber,
        passwordHash: Buffer.from('REDACTED').toString('base64'),
        passwordUpdatedAt: at,
        validSince: String(Math.floor(at / 1000)),
        createdAt: String(at),
        lastLoginAt: String(at),
        lastRefreshAt: new Date(at).toISOString(),
        providerUserInfo: [
          {
            providerId: 'password',
            email,
            federatedId: email,
            rawId: email,
            displayName: 'Ann Lee',
            photoUrl,
          },
          {
            providerId: 'google.com',
            rawId,
            federatedId: google.body.federatedId,
            email: person.email,
            displayName: person.name,
          },
          { providerId: 'phone', rawId: phoneNumber, phoneNumber },
        ],
        mfaInfo: [
          {
            mfaEnrollmentId: factorId,
            displayName: 'My app',
            enrolledAt: new Date(at).toISOString(),
            totpInfo: {},
          },
        ],
      },
    ],
  })
})
