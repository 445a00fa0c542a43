import {
  ActionCodeOperation,
  applyActionCode,
  checkActionCode,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  GoogleAuthProvider,
  getMultiFactorResolver,
  initializeAuth,
  inMemoryPersistence,
  isSignInWithEmailLink,
  linkWithCredential,
  type MultiFactorError,
  multiFactor,
  sendSignInLinkToEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signOut,
  TotpMultiFactorGenerator,
  updatePassword,
  verifyBeforeUpdateEmail,
} from '@firebase/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { linkIn, popupGrant, signInWithGoogle } from '#tests/support/identity/identity.ts'
import { openSdk } from '#tests/support/identity/identity-sdk.ts'
import { appCode } from '#tests/support/identity/second-factors.ts'

const sdk = await openSdk({ createUserWithEmailAndPassword, initializeAuth, inMemoryPersistence })
const { auth, identity, register } = sdk
afterAll(() => sdk.close())

const readLink = async (email: string) => linkIn(await identity.newestMail(email))

const settings = { url: 'http://localhost:3000/login', handleCodeInApp: true }

describe('the unchanged SDK and a mailed link', () => {
  test('the SDK signs in by the link once', async () => {
    await sendSignInLinkToEmail(auth, 'link@example.com', settings)
    const { href } = await readLink('link@example.com')
    expect(isSignInWithEmailLink(auth, href)).toBe(true)
    const { user } = await signInWithEmailLink(auth, 'link@example.com', href)
    expect(user).toMatchObject({ email: 'link@example.com', emailVerified: true })
    const again = signInWithEmailLink(auth, 'link@example.com', href)
    await expect(again).rejects.toMatchObject({ code: 'auth/invalid-action-code' })
  })

  test('the SDK reports a link of another address', async () => {
    await sendSignInLinkToEmail(auth, 'ann@example.com', settings)
    const { href } = await readLink('ann@example.com')
    const stolen = signInWithEmailLink(auth, 'eve@example.com', href)
    await expect(stolen).rejects.toMatchObject({ code: 'auth/invalid-email' })
  })

  test('the SDK counts a link and a password as one provider; the link verifies the address', async () => {
    const user = await register('both@example.com')
    await sendSignInLinkToEmail(auth, 'both@example.com', settings)
    const { href } = await readLink('both@example.com')
    const credential = EmailAuthProvider.credentialWithLink('both@example.com', href)
    const linked = await linkWithCredential(user, credential).catch((error: { code: string }) => error.code)
    expect(linked).toBe('auth/provider-already-linked')
    const { user: same } = await signInWithEmailLink(auth, 'both@example.com', href)
    expect(same).toMatchObject({ uid: user.uid, emailVerified: true })
  })
})

test('the SDK changes an address by the link in the new mailbox, and reverts it by the old mailbox', async () => {
  await sendSignInLinkToEmail(auth, 'old@example.com', settings)
  const { href } = await readLink('old@example.com')
  const { user } = await signInWithEmailLink(auth, 'old@example.com', href)
  await verifyBeforeUpdateEmail(user, 'new@example.com')
  const confirm = (await readLink('new@example.com')).searchParams.get('oobCode') ?? ''
  expect(await checkActionCode(auth, confirm)).toMatchObject({
    operation: ActionCodeOperation.VERIFY_AND_CHANGE_EMAIL,
    data: { email: 'new@example.com', previousEmail: 'old@example.com' },
  })
  await applyActionCode(auth, confirm)
  const recover = (await readLink('old@example.com')).searchParams.get('oobCode') ?? ''
  expect(await checkActionCode(auth, recover)).toMatchObject({
    operation: ActionCodeOperation.RECOVER_EMAIL,
    data: { email: 'old@example.com', previousEmail: 'new@example.com' },
  })
  await applyActionCode(auth, recover)
  await sendSignInLinkToEmail(auth, 'old@example.com', settings)
  const again = await signInWithEmailLink(auth, 'old@example.com', (await readLink('old@example.com')).href)
  expect(again.user).toMatchObject({ uid: user.uid, email: 'old@example.com' })
})

describe('the unchanged SDK and an authenticator app', () => {
  async function enrolApp(email: string) {
    await register(email)
    await sendSignInLinkToEmail(auth, email, settings)
    const { user } = await signInWithEmailLink(auth, email, (await readLink(email)).href)
    await updatePassword(user, 'secret2')
    const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
    const code = appCode(secret.secretKey, new Date())
    await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'My app')
    return { user, secret: secret.secretKey }
  }

  function resolverOf(error: MultiFactorError) {
    expect(error.code).toBe('auth/multi-factor-auth-required')
    return getMultiFactorResolver(auth, error)
  }

  test('the SDK enrols an app, signs in by it, reports a used code and removes the app', async () => {
    const { user, secret } = await enrolApp('app@example.com')
    expect(multiFactor(user).enrolledFactors).toMatchObject([{ displayName: 'My app', factorId: 'totp' }])
    await signOut(auth)
    const signIn = () =>
      signInWithEmailAndPassword(auth, 'app@example.com', 'secret2').then(
        () => expect.unreachable(),
        (error: MultiFactorError) => resolverOf(error),
      )
    const resolver = await signIn()
    const hint = resolver.hints[0]?.uid ?? ''
    // The enrolment used the code of this step, and the next one is already valid.
    const code = appCode(secret, new Date(), 1)
    const assertion = TotpMultiFactorGenerator.assertionForSignIn(hint, code)
    const { user: again } = await resolver.resolveSignIn(assertion)
    expect((await again.getIdTokenResult()).claims).toMatchObject({
      firebase: { sign_in_second_factor: 'totp', second_factor_identifier: hint },
    })
    const reused = (await signIn()).resolveSignIn(assertion)
    await expect(reused).rejects.toMatchObject({ code: 'auth/invalid-verification-code' })
    await multiFactor(again).unenroll(hint)
    const { user: withoutFactor } = await signInWithEmailAndPassword(auth, 'app@example.com', 'secret2')
    expect(multiFactor(withoutFactor).enrolledFactors).toEqual([])
  })

  test('the link in the mail about a new factor withdraws it', async () => {
    const { user } = await enrolApp('notice@example.com')
    const code = (await readLink('notice@example.com')).searchParams.get('oobCode') ?? ''
    expect(await checkActionCode(auth, code)).toMatchObject({
      operation: ActionCodeOperation.REVERT_SECOND_FACTOR_ADDITION,
      data: { email: 'notice@example.com', multiFactorInfo: { factorId: 'totp' } },
    })
    await applyActionCode(auth, code)
    const { user: withoutFactor } = await signInWithEmailAndPassword(auth, 'notice@example.com', 'secret2')
    expect(withoutFactor.uid).toBe(user.uid)
  })

  test('enrolling requires a verified address', async () => {
    const user = await register('unverified@example.com')
    const session = await multiFactor(user).getSession()
    await expect(TotpMultiFactorGenerator.generateSecret(session)).rejects.toMatchObject({
      code: 'auth/unverified-email',
    })
  })
})

test('the SDK links an external account after a conflict, by the credential of the response', async () => {
  const user = await register('conflict@example.com')
  const grant = await popupGrant(identity, { name: 'Con', email: 'conflict@example.com' })
  const { body } = await signInWithGoogle(identity, grant)
  expect(body).toMatchObject({ needConfirmation: true })
  await linkWithCredential(user, GoogleAuthProvider.credential(String(body.oauthIdToken)))
  expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password', 'google.com'])
})
