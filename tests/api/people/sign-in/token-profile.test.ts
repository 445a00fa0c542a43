import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolkit } from '../../../support/identity/store-identity.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'

/* Name and picture of a new account come from its ID token, where its owner may have set any text. */
let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

let accounts = 0

/** Creates an account whose first exchange has this name and picture. */
async function exchangeFirstToken(profile: { displayName?: string; photoUrl?: string }) {
  accounts += 1
  const email = `token${accounts}@example.com`
  const created = await toolkit(store, 'v1/accounts:signUp', {
    email,
    password: 'a-good-password',
    returnSecureToken: true,
  })
  await toolkit(store, 'v1/accounts:update', { idToken: created.idToken, ...profile })
  const { idToken } = await toolkit(store, 'v1/accounts:signInWithPassword', {
    email,
    password: 'a-good-password',
    returnSecureToken: true,
  })
  const { user } = await store.apiWith(idToken).exchangeToken({ params: { email }, body: { email } })
  return { email, idToken, user }
}

describe('the name of a token', () => {
  test.each([
    ['line breaks, a bell and a text-direction override', 'N\nL\u202eX\u0007', 'N LX'],
    ['separators and tabs', 'Ann\u2028\tLee\u2029', 'Ann Lee'],
    ['isolates', '\u2066Ann\u2069', 'Ann'],
    ['removed characters alone', '\n\u202e\u0007', null],
    ['letters that are written in two ways', 'Jose\u0301', 'José'],
    ['a joiner and a right-to-left script', 'علی‌رضا', 'علی‌رضا'],
    ['more than 80 characters', 'x'.repeat(200), 'x'.repeat(80)],
    ['a character across the limit', `${'x'.repeat(79)}😀`, 'x'.repeat(79)],
  ])('a name of %s is stored as expected', async (_case, displayName, name) => {
    const { user } = await exchangeFirstToken({ displayName })
    expect(user.displayName).toBe(name)
  })
})

test('a removed picture stays removed at the next exchange of a token that has one', async () => {
  const photoUrl = 'https://pictures.example/ann.jpg'
  const { email, idToken, user } = await exchangeFirstToken({ displayName: 'Ann', photoUrl })
  expect(user.photoURL).toBe(photoUrl)
  const exchange = () => store.apiWith(idToken).exchangeToken({ params: { email }, body: { email } })
  const { token } = await exchange()
  await store.apiWith(token).updateUser({ params: { email }, body: { photoURL: null } })
  expect((await exchange()).user).toMatchObject({ displayName: 'Ann', photoURL: null })
})

describe('the picture of a token', () => {
  test.each([
    ['https://pictures.example/ann.jpg', 'https://pictures.example/ann.jpg'],
    ['/uploads/ann.avif', '/uploads/ann.avif'],
    ['/api/service?limit=1000', null],
    ['https://ann:pw@pictures.example/ann.jpg', null],
    ['javascript:window.__x=50', null],
    ['data:image/png;base64,AA', null],
    ['//evil.example/x.png', null],
    ['not an address', null],
    ['https://pictures.example/a\nb.jpg', null],
    [`https://pictures.example/${'x'.repeat(500)}`, null],
  ])('%j becomes %j', async (photoUrl, photoURL) => {
    const { user } = await exchangeFirstToken({ photoUrl })
    expect(user.photoURL).toBe(photoURL)
  })
})

test('a token without usable values signs in, and fills no missing value later', async () => {
  const { email, idToken } = await exchangeFirstToken({ displayName: '\u202e', photoUrl: 'javascript:1' })
  const { user } = await store.apiWith(idToken).exchangeToken({ params: { email }, body: { email } })
  expect(user).toMatchObject({ displayName: null, photoURL: null })
})

describe('a field of a single line', () => {
  let person: Person
  beforeAll(async () => {
    person = await store.signUp()
  })
  const errorsOf = async (method: 'PATCH' | 'POST', url: string, payload: object) => {
    const answer = await store.call({ method, url, payload, token: person.token })
    return [answer.statusCode, answer.json().errors?.map(({ path }: { path: string }) => path)]
  }

  test.each(['a\nb', 'a\u202eb', 'a\u0007b', 'a\u2028b', 'a\tb', '\u2067a'])(
    '%j is rejected with the name of the field',
    async (text) => {
      for (const field of ['displayName', 'education', 'location']) {
        expect(await errorsOf('PATCH', `/api/user/${person.email}`, { [field]: text })).toEqual([
          400,
          [field],
        ])
      }
      const review = { name: text, description: 'Two\nlines are fine.' }
      expect(await errorsOf('POST', '/api/review', review)).toEqual([400, ['name']])
      const estimate = { name: text, email: person.email, note: 'Two\nlines' }
      expect(await errorsOf('POST', '/api/estimate', estimate)).toEqual([400, ['name']])
    },
  )

  test('a profile may have a picture of this store', async () => {
    const body = { photoURL: '/uploads/me.avif' }
    expect(await person.api.updateUser({ params: { email: person.email }, body })).toMatchObject(body)
  })
})
