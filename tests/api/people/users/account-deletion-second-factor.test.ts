import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addApp, toolkit, verifyAddress } from '../../../support/identity/store-identity.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore({ env: { IDENTITY_METHODS: 'password,totp' } })
})
afterAll(() => store.close())

async function deleteAccount({ email }: Person, token: string) {
  const answer = await store.call({ method: 'DELETE', url: `/api/user/${email}`, token })
  return [answer.statusCode, answer.json().code ?? answer.json()]
}

/** Returns a sign-in by password alone, and one that passed the factor that was added after it. */
async function signUpWithFactor() {
  const person = await store.signUp()
  await verifyAddress(store, person)
  const before = await store.signInAgain(person)
  return { person, before, passed: (await addApp(store, person)).idToken }
}

describe('deleting an account with a second factor', () => {
  test('a recent sign-in from before the factor was added cannot delete the account', {
    tags: 'long',
  }, async () => {
    const { person, before, passed } = await signUpWithFactor()
    expect(await deleteAccount(person, before.idToken)).toEqual([403, 'sign_in_too_old'])
    // The account and its profile are unchanged.
    const [user] = (await toolkit(store, 'v1/accounts:lookup', { idToken: passed })).users
    expect(user).toMatchObject({ email: person.email })
    expect(await person.api.getUser({ params: { email: person.email } })).toMatchObject({
      displayName: 'Test Person',
    })
  })

  test('a sign-in that passed the factor deletes the account', async () => {
    const { person, passed } = await signUpWithFactor()
    expect(await deleteAccount(person, passed)).toEqual([200, { deletedCount: 1 }])
  })
})
