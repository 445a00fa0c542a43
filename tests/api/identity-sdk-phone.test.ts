import type { Auth, AuthError } from '@firebase/auth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeIn, type TestIdentity, wrongCode } from '#tests/support/identity.ts'
import { loadBrowserKit, openCaptcha, openSdk, type Sdk } from '#tests/support/identity-sdk.ts'

let kit: Awaited<ReturnType<typeof loadBrowserKit>>
let sdk: Sdk
let auth: Auth
let identity: TestIdentity
beforeAll(async () => {
  kit = await loadBrowserKit()
  sdk = await openSdk(kit)
  auth = sdk.auth
  identity = sdk.identity
})
afterAll(() => sdk.close())

const textTo = async (number: string) => codeIn(await identity.newestMail(number))

async function signInByPhone(number: string) {
  const confirmation = await kit.signInWithPhoneNumber(auth, number, openCaptcha)
  return confirmation.confirm(await textTo(number))
}

describe('the unchanged SDK and a phone', () => {
  test('signs in by the texted code, after a wrong one too', async () => {
    const number = '+15555550100'
    const confirmation = await kit.signInWithPhoneNumber(auth, number, openCaptcha)
    const code = await textTo(number)
    await expect(confirmation.confirm(wrongCode(code))).rejects.toMatchObject({
      code: 'auth/invalid-verification-code',
    })
    const { user } = await confirmation.confirm(code)
    expect(user).toMatchObject({ phoneNumber: number, providerData: [{ providerId: 'phone' }] })
    await expect(confirmation.confirm(code)).rejects.toMatchObject({ code: 'auth/invalid-verification-id' })
  })

  test('knows a number that is none', async () => {
    const call = kit.signInWithPhoneNumber(auth, '123', openCaptcha)
    await expect(call).rejects.toMatchObject({ code: 'auth/invalid-phone-number' })
  })

  test('links a number to an account, signs in by it again, and unlinks it', async () => {
    const number = '+15555550101'
    const { user } = await kit.createUserWithEmailAndPassword(auth, 'ann@example.com', 'secret1')
    const confirmation = await kit.linkWithPhoneNumber(user, number, openCaptcha)
    await confirmation.confirm(await textTo(number))
    expect(user.phoneNumber).toBe(number)
    const again = await kit.reauthenticateWithPhoneNumber(user, number, openCaptcha)
    expect((await again.confirm(await textTo(number))).user.uid).toBe(user.uid)
    await kit.unlink(user, 'phone')
    expect(user.phoneNumber).toBeNull()
  })

  test('offers the account that has a number instead of linking it to another', async () => {
    const number = '+15555550102'
    const owner = await signInByPhone(number)
    const { user } = await kit.createUserWithEmailAndPassword(auth, 'eve@example.com', 'secret1')
    const confirmation = await kit.linkWithPhoneNumber(user, number, openCaptcha)
    const failure: AuthError = await confirmation.confirm(await textTo(number)).then(
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
