import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMail } from '#server/platform/mail/mail-history.ts'
import { addApp, newestCode, toolkit, verifyAddress } from '../../../support/identity/store-identity.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'

/*
 * The embedded provider notifies the store when it ends sign-ins: their access tokens get 401 from then on,
 * without another exchange. The clock does not move, so that everything happens within one second.
 */
let store: TestStore
beforeAll(async () => {
  store = await openTestStore({ env: { IDENTITY_METHODS: 'password,totp,emailLink' } })
})
afterAll(() => store.close())

const statusOf = async ({ token }: { token: string }) =>
  (await store.call({ url: '/api/order', token })).statusCode
const update = (payload: object) => toolkit(store, 'v1/accounts:update', payload)
const reset = (payload: object) => toolkit(store, 'v1/accounts:resetPassword', payload)

/** Returns the code in the newest mail with this subject, since the newest mail may have none. */
async function readCode(to: string, subject: RegExp): Promise<string> {
  const mails = await listMail(store.database.db)
  const mail = mails.find((one) => one.to === to && subject.test(one.subject))
  return new URL(/https?:\/\/\S+\?\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('oobCode') ?? ''
}

async function requestReset({ email }: Person): Promise<string> {
  await toolkit(store, 'v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
  return newestCode(store, email)
}

async function exchange({ email }: Person, idToken: string): Promise<string> {
  const { token } = await store.apiWith(idToken).exchangeToken({ params: { email }, body: { email } })
  return token
}

describe('the store’s tokens of older sign-ins end at once', () => {
  test('a password reset by mail ends them, verified or not', async () => {
    for (const isVerified of [true, false]) {
      const owner = await store.signUp()
      if (isVerified) await verifyAddress(store, owner)
      const thief = await store.signInAgain(owner)
      const oobCode = await requestReset(owner)
      expect(await statusOf(thief)).toBe(200)
      await reset({ oobCode, newPassword: 'the-owners-new-one' })
      expect([await statusOf(thief), await statusOf(owner)]).toEqual([401, 401])
      const again = await store.signInAgain({ ...owner, password: 'the-owners-new-one' })
      expect(await statusOf(again)).toBe(200)
      expect(await statusOf(thief)).toBe(401)
    }
  })

  test('a change of the password ends them, except for the sign-in that changed it', async () => {
    const owner = await store.signUp()
    const thief = await store.signInAgain(owner)
    const { idToken } = await update({
      idToken: owner.idToken,
      password: 'another-password',
      returnSecureToken: true,
    })
    expect(await statusOf(thief)).toBe(401)
    const token = await exchange(owner, idToken)
    expect(await statusOf({ token })).toBe(200)
    // It is the same sign-in, and the only open one.
    expect(decodeJwt(token).sid).toBe(decodeJwt(owner.token).sid)
    expect((await store.apiWith(token).listSignIns()).items).toHaveLength(1)
  })

  test('reverting a change of address by "it was not me" ends them', async () => {
    const owner = await store.signUp()
    await verifyAddress(store, owner)
    const thief = await store.signInAgain(owner)
    const changed = await update({
      idToken: thief.idToken,
      email: `thief-of-${owner.email}`,
      returnSecureToken: true,
    })
    expect(await statusOf(owner)).toBe(401)
    const token = await exchange({ ...owner, email: `thief-of-${owner.email}` }, changed.idToken)
    expect(await statusOf({ token })).toBe(200)
    await update({ oobCode: await newestCode(store, owner.email) })
    expect(await statusOf({ token })).toBe(401)
  })

  test('withdrawing a second factor by "it was not me" ends them', async () => {
    const owner = await store.signUp()
    await verifyAddress(store, owner)
    const thief = await store.signInAgain(owner)
    const token = await exchange(thief, (await addApp(store, thief)).idToken)
    expect(await statusOf({ token })).toBe(200)
    await update({ oobCode: await readCode(owner.email, /second/i) })
    expect([await statusOf({ token }), await statusOf(owner)]).toEqual([401, 401])
  })

  test('the owner’s verification ends the sign-ins of a stranger who registered the address', async () => {
    const stranger = await store.signUp()
    const { email } = stranger
    await toolkit(store, 'v1/accounts:sendOobCode', {
      requestType: 'EMAIL_SIGNIN',
      email,
      continueUrl: `${store.config.origin}/login`,
      canHandleCodeInApp: true,
    })
    const oobCode = await newestCode(store, email)
    expect(await statusOf(stranger)).toBe(200)
    await toolkit(store, 'v1/accounts:signInWithEmailLink', { email, oobCode })
    expect(await statusOf(stranger)).toBe(401)
  })

  test('deleting the account only at the provider ends them', async () => {
    const person = await store.signUp()
    await toolkit(store, 'v1/accounts:delete', { idToken: person.idToken })
    expect(await statusOf(person)).toBe(401)
  })
})

describe('the store’s tokens stay valid', () => {
  test('a rejected reset and a reset of another account end no sign-in', async () => {
    const owner = await store.signUp()
    const other = await store.signUp()
    const oobCode = await requestReset(owner)
    await expect(reset({ oobCode, newPassword: 'short' })).rejects.toThrow('WEAK_PASSWORD')
    expect(await statusOf(owner)).toBe(200)
    await reset({ oobCode, newPassword: 'long-enough-now' })
    expect([await statusOf(owner), await statusOf(other)]).toEqual([401, 200])
  })

  test('a change of only the profile ends no sign-in', async () => {
    const person = await store.signUp()
    await update({ idToken: person.idToken, displayName: 'Another Name', returnSecureToken: true })
    expect(await statusOf(person)).toBe(200)
  })
})
