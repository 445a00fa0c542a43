import type { AuthError, MultiFactorError } from '@firebase/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { codeIn, linkIn, wrongCode } from '#tests/support/identity/identity.ts'
import { fakeCaptcha, loadBrowserKit, openSdk } from '#tests/support/identity/identity-sdk.ts'

const kit = await loadBrowserKit()
const sdk = await openSdk(kit)
const { auth, identity, register } = sdk
afterAll(() => sdk.close())

const readCode = async (number: string) => codeIn(await identity.newestMail(number))

async function signInByPhone(number: string) {
  const confirmation = await kit.signInWithPhoneNumber(auth, number, fakeCaptcha)
  return confirmation.confirm(await readCode(number))
}

describe('the unchanged SDK and a phone', () => {
  test('the SDK signs in by the texted code after a wrong one, and only once', async () => {
    const number = '+15555550100'
    const confirmation = await kit.signInWithPhoneNumber(auth, number, fakeCaptcha)
    const code = await readCode(number)
    await expect(confirmation.confirm(wrongCode(code))).rejects.toMatchObject({
      code: 'auth/invalid-verification-code',
    })
    const { user } = await confirmation.confirm(code)
    expect(user).toMatchObject({ phoneNumber: number, providerData: [{ providerId: 'phone' }] })
    await expect(confirmation.confirm(code)).rejects.toMatchObject({ code: 'auth/invalid-verification-id' })
  })

  test('the SDK reports an invalid number', async () => {
    const call = kit.signInWithPhoneNumber(auth, '123', fakeCaptcha)
    await expect(call).rejects.toMatchObject({ code: 'auth/invalid-phone-number' })
  })

  test('the SDK links a number to an account, re-authenticates by it and unlinks it', {
    tags: 'long',
  }, async () => {
    const number = '+15555550101'
    const user = await register('ann@example.com')
    const confirmation = await kit.linkWithPhoneNumber(user, number, fakeCaptcha)
    await confirmation.confirm(await readCode(number))
    expect(user.phoneNumber).toBe(number)
    const again = await kit.reauthenticateWithPhoneNumber(user, number, fakeCaptcha)
    expect((await again.confirm(await readCode(number))).user.uid).toBe(user.uid)
    await kit.unlink(user, 'phone')
    expect(user.phoneNumber).toBeNull()
  })

  test('the SDK offers the account that has a number instead of linking it to another', async () => {
    const number = '+15555550102'
    const owner = await signInByPhone(number)
    const user = await register('eve@example.com')
    const confirmation = await kit.linkWithPhoneNumber(user, number, fakeCaptcha)
    const failure: AuthError = await confirmation.confirm(await readCode(number)).then(
      () => expect.unreachable(),
      (error: AuthError) => error,
    )
    expect(failure.code).toBe('auth/account-exists-with-different-credential')
    const credential = kit.PhoneAuthProvider.credentialFromError(failure)
    if (!credential) return expect.unreachable()
    const { user: found } = await kit.signInWithCredential(auth, credential)
    expect(found.uid).toBe(owner.user.uid)
  })
})

test('the unchanged SDK enrols a phone as second factor and signs in by it', { tags: 'long' }, async () => {
  const email = 'two@example.com'
  const number = '+15555550103'
  const settings = { url: 'http://localhost:3000/login', handleCodeInApp: true }
  await kit.sendSignInLinkToEmail(auth, email, settings)
  const { href } = linkIn(await identity.newestMail(email))
  const { user } = await kit.signInWithEmailLink(auth, email, href)
  await kit.updatePassword(user, 'secret1')
  const session = await kit.multiFactor(user).getSession()
  const provider = new kit.PhoneAuthProvider(auth)
  const sent = await provider.verifyPhoneNumber({ phoneNumber: number, session }, fakeCaptcha)
  const credential = kit.PhoneAuthProvider.credential(sent, await readCode(number))
  await kit.multiFactor(user).enroll(kit.PhoneMultiFactorGenerator.assertion(credential), 'My phone')
  await kit.signOut(auth)
  const resolver = await kit.signInWithEmailAndPassword(auth, email, 'secret1').then(
    () => expect.unreachable(),
    (error: MultiFactorError) => kit.getMultiFactorResolver(auth, error),
  )
  expect(resolver.hints).toMatchObject([{ factorId: 'phone', phoneNumber: '+*******0103' }])
  const request = { multiFactorHint: resolver.hints[0], session: resolver.session }
  const resent = await provider.verifyPhoneNumber(request, fakeCaptcha)
  const texted = kit.PhoneAuthProvider.credential(resent, await readCode(number))
  const { user: again } = await resolver.resolveSignIn(kit.PhoneMultiFactorGenerator.assertion(texted))
  expect(again.uid).toBe(user.uid)
  expect((await again.getIdTokenResult()).claims).toMatchObject({
    firebase: { sign_in_second_factor: 'phone' },
  })
})
