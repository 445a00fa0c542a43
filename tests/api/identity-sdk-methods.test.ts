import {
  ActionCodeOperation,
  type Auth,
  applyActionCode,
  checkActionCode,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  isSignInWithEmailLink,
  linkWithCredential,
  sendSignInLinkToEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  verifyBeforeUpdateEmail,
} from '@firebase/auth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkIn, type TestIdentity } from '#tests/support/identity.ts'
import { openSdk, type Sdk } from '#tests/support/identity-sdk.ts'

let sdk: Sdk
let auth: Auth
let identity: TestIdentity
beforeAll(async () => {
  sdk = await openSdk({ initializeAuth, inMemoryPersistence })
  auth = sdk.auth
  identity = sdk.identity
})
afterAll(() => sdk.close())

async function register(email: string) {
  const { user } = await createUserWithEmailAndPassword(auth, email, 'secret1')
  return user
}

const linkTo = async (email: string) => linkIn(await identity.newestMail(email))

describe('the unchanged SDK and a mailed link', () => {
  const settings = { url: 'http://localhost:3000/login', handleCodeInApp: true }

  test('signs in by it once', async () => {
    await sendSignInLinkToEmail(auth, 'link@example.com', settings)
    const { href } = await linkTo('link@example.com')
    expect(isSignInWithEmailLink(auth, href)).toBe(true)
    const { user } = await signInWithEmailLink(auth, 'link@example.com', href)
    expect(user).toMatchObject({ email: 'link@example.com', emailVerified: true })
    const again = signInWithEmailLink(auth, 'link@example.com', href)
    await expect(again).rejects.toMatchObject({ code: 'auth/invalid-action-code' })
  })

  test('tells a link of another address', async () => {
    await sendSignInLinkToEmail(auth, 'ann@example.com', settings)
    const { href } = await linkTo('ann@example.com')
    const stolen = signInWithEmailLink(auth, 'eve@example.com', href)
    await expect(stolen).rejects.toMatchObject({ code: 'auth/invalid-email' })
  })

  test('counts it and a password as one provider; signing in by it proves the address', async () => {
    const user = await register('both@example.com')
    await sendSignInLinkToEmail(auth, 'both@example.com', settings)
    const { href } = await linkTo('both@example.com')
    const credential = EmailAuthProvider.credentialWithLink('both@example.com', href)
    const linked = await linkWithCredential(user, credential).catch((error: { code: string }) => error.code)
    // the SDK itself counts a link and a password as one provider
    expect(linked).toBe('auth/provider-already-linked')
    const { user: same } = await signInWithEmailLink(auth, 'both@example.com', href)
    expect(same).toMatchObject({ uid: user.uid, emailVerified: true })
  })
})

test('the SDK changes an address by the link in the new mailbox, and back by the one in the old', async () => {
  await sendSignInLinkToEmail(auth, 'old@example.com', {
    url: 'http://localhost:3000/login',
    handleCodeInApp: true,
  })
  const { href } = await linkTo('old@example.com')
  const { user } = await signInWithEmailLink(auth, 'old@example.com', href)
  await verifyBeforeUpdateEmail(user, 'new@example.com')
  const confirm = (await linkTo('new@example.com')).searchParams.get('oobCode') ?? ''
  expect(await checkActionCode(auth, confirm)).toMatchObject({
    operation: ActionCodeOperation.VERIFY_AND_CHANGE_EMAIL,
    data: { email: 'new@example.com', previousEmail: 'old@example.com' },
  })
  await applyActionCode(auth, confirm)
  const recover = (await linkTo('old@example.com')).searchParams.get('oobCode') ?? ''
  expect(await checkActionCode(auth, recover)).toMatchObject({
    operation: ActionCodeOperation.RECOVER_EMAIL,
    data: { email: 'old@example.com', previousEmail: 'new@example.com' },
  })
  await applyActionCode(auth, recover)
  await expect(signInWithEmailAndPassword(auth, 'new@example.com', 'x')).rejects.toMatchObject({
    code: 'auth/invalid-credential',
  })
})
