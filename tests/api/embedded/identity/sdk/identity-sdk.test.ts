import {
  ActionCodeOperation,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  initializeAuth,
  inMemoryPersistence,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  updatePassword,
  updateProfile,
  validatePassword,
  verifyPasswordResetCode,
} from '@firebase/auth'
import { afterAll, expect, test } from 'vitest'
import { linkIn } from '#tests/support/identity/identity.ts'
import { openSdk } from '#tests/support/identity/identity-sdk.ts'

const sdk = await openSdk({ createUserWithEmailAndPassword, initializeAuth, inMemoryPersistence })
const { auth, identity, register } = sdk
afterAll(() => sdk.close())

async function readMailedCode(to: string) {
  return linkIn(await identity.newestMail(to)).searchParams.get('oobCode') ?? ''
}

test('the unchanged SDK signs up, sets a name, refreshes, signs out and signs in again', async () => {
  const user = await register('sdk@example.com')
  expect(user).toMatchObject({ email: 'sdk@example.com', emailVerified: false, displayName: null })
  await updateProfile(user, { displayName: 'Sam Kit', photoURL: 'https://x.example/p.png' })
  const { claims } = await user.getIdTokenResult(true)
  expect(claims).toMatchObject({ name: 'Sam Kit', picture: 'https://x.example/p.png' })
  await signOut(auth)
  const again = await signInWithEmailAndPassword(auth, 'SDK@example.com', 'secret1')
  expect(again.user).toMatchObject({ uid: user.uid, displayName: 'Sam Kit' })
  expect(again.user.providerData).toMatchObject([{ providerId: 'password', uid: 'sdk@example.com' }])
})

test('the SDK maps five errors to their own codes', async () => {
  const errorCases: [string, () => Promise<unknown>][] = [
    ['auth/email-already-in-use', () => register('sdk@example.com')],
    ['auth/weak-password', () => createUserWithEmailAndPassword(auth, 'weak@example.com', '12345')],
    ['auth/invalid-credential', () => signInWithEmailAndPassword(auth, 'sdk@example.com', 'wrong')],
    ['auth/missing-password', () => signInWithEmailAndPassword(auth, 'sdk@example.com', '')],
    ['auth/invalid-email', () => signInWithEmailAndPassword(auth, 'sdk', 'secret1')],
  ]
  for (const [code, call] of errorCases) await expect(call()).rejects.toMatchObject({ code })
})

test('a changed password keeps this session without a new sign-in', async () => {
  const user = await register('change@example.com')
  await updatePassword(user, 'secret2')
  await reload(user)
  expect(await user.getIdToken(true)).toBeTruthy()
  await signInWithEmailAndPassword(auth, 'change@example.com', 'secret2')
})

test('the SDK signs out a disabled account at the next refresh', async () => {
  const user = await register('disabled@example.com')
  await identity.admin.disable(user.uid)
  await expect(user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-disabled' })
  expect(auth.currentUser).toBeNull()
})

test('a forgotten password is reset by the mailed link', async () => {
  await register('forgot@example.com')
  await sendPasswordResetEmail(auth, 'forgot@example.com', { url: 'http://localhost:3000/login' })
  const code = await readMailedCode('forgot@example.com')
  expect(await verifyPasswordResetCode(auth, code)).toBe('forgot@example.com')
  await confirmPasswordReset(auth, code, 'secret2')
  const { user } = await signInWithEmailAndPassword(auth, 'forgot@example.com', 'secret2')
  expect(user.emailVerified).toBe(true)
  const foreign = sendPasswordResetEmail(auth, 'forgot@example.com', { url: 'https://evil.example/' })
  await expect(foreign).rejects.toMatchObject({ code: 'auth/unauthorized-continue-uri' })
  await expect(confirmPasswordReset(auth, code, 'secret3')).rejects.toMatchObject({
    code: 'auth/invalid-action-code',
  })
})

test('an address is verified by the mailed link', async () => {
  const user = await register('verify@example.com')
  await sendEmailVerification(user)
  const code = await readMailedCode('verify@example.com')
  expect(await checkActionCode(auth, code)).toMatchObject({ operation: ActionCodeOperation.VERIFY_EMAIL })
  await applyActionCode(auth, code)
  await reload(user)
  expect(user.emailVerified).toBe(true)
  expect((await user.getIdTokenResult(true)).claims).toMatchObject({ email_verified: true })
})

test('the SDK checks the minimum length of the password policy', async () => {
  expect(await validatePassword(auth, '12345')).toMatchObject({
    isValid: false,
    meetsMinPasswordLength: false,
  })
  expect(await validatePassword(auth, '123456')).toMatchObject({ isValid: true })
})

test('a deleted account cannot sign in again', async () => {
  const user = await register('gone@example.com')
  await deleteUser(user)
  await expect(signInWithEmailAndPassword(auth, 'gone@example.com', 'secret1')).rejects.toMatchObject({
    code: 'auth/invalid-credential',
  })
})

test('users stay signed in while the provider cannot read its database', async () => {
  const user = await register('steady@example.com')
  await identity.database.pool.query('alter table identity.users rename to renamed_users')
  try {
    await expect(reload(user)).rejects.toMatchObject({ code: 'auth/network-request-failed' })
    expect(auth.currentUser?.uid).toBe(user.uid)
  } finally {
    await identity.database.pool.query('alter table identity.renamed_users rename to users')
  }
})
