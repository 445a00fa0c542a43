import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#database/uuid.ts'
import { toolkit, verifyAddress } from '../../../support/identity/store-identity.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'

let store: TestStore
let admin: Person

beforeAll(async () => {
  store = await openTestStore()
  admin = await store.signUpAdmin()
})
afterAll(() => store.close())

type Request = Parameters<TestStore['call']>[0]
const errorOf = async (request: Request) => {
  const answer = await store.call(request)
  return [answer.statusCode, answer.json().code]
}
const callAs = (person: Person, method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  store.call({ method, url: `/api${path}`, token: person.token, ...(payload ? { payload } : {}) })

describe('a profile', () => {
  test('the owner and an admin read the same account as in the list', async () => {
    const person = await store.signUp('Mina Harker')
    const profile = await person.api.getUser({ params: { email: person.email } })
    expect(profile).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: person.email,
      role: 'user',
      displayName: 'Mina Harker',
      photoURL: null,
      education: null,
      location: null,
      number: null,
      linkedin: null,
      createdAt: store.clock.now().toISOString(),
      disabled: false,
    })
    const { items } = await admin.api.listUsers({ query: { limit: 1 } })
    expect(items).toEqual([{ ...profile, emailVerified: false }])
    expect(await admin.api.getUser({ params: { email: person.email } })).toEqual(profile)
  })

  test('a change affects the named fields only, whatever else is sent', async () => {
    const person = await store.signUp()
    const body = { education: ' School ', number: 5551234, linkedin: 'https://linkedin.com/in/x' }
    const forbidden = { role: 'admin', _id: newId(), email: admin.email, uid: admin.uid, disabled: true }
    const changed = await callAs(person, 'PATCH', `/user/${person.email}`, { ...body, ...forbidden })
    expect(changed.statusCode).toBe(200)
    expect(changed.json()).toMatchObject({
      education: 'School',
      number: '5551234',
      linkedin: 'https://linkedin.com/in/x',
      role: 'user',
      email: person.email,
      disabled: false,
      displayName: 'Test Person',
    })
    const cleared = await callAs(person, 'PATCH', `/user/${person.email}`, { number: '', education: null })
    expect(cleared.json()).toMatchObject({
      number: null,
      education: null,
      linkedin: 'https://linkedin.com/in/x',
    })
  })

  test.each([
    ['displayName', ''],
    ['displayName', null],
    ['displayName', 'x'.repeat(81)],
    ['photoURL', 'javascript:alert(1)'],
    ['photoURL', 'data:image/png;base64,AA'],
    ['linkedin', 'linkedin.com/in/x'],
    ['linkedin', 'https://linkedin.com/in/\nx'],
    ['linkedin', 'https://linkedin.com/in/\u202ex'],
    ['number', 'call me'],
    ['number', -1],
    ['education', ['x']],
    ['location', 'x'.repeat(201)],
  ])('the %s %j is rejected with the name of the field', async (field, value) => {
    const answer = await callAs(admin, 'PATCH', `/user/${admin.email}`, { [field]: value })
    expect([answer.statusCode, answer.json().errors?.[0].path]).toEqual([400, field])
  })

  test('a profile is found by its address in any case and with spaces around it', async () => {
    const person = await store.signUp()
    const written = encodeURIComponent(` ${person.email.toUpperCase()} `)
    expect((await callAs(person, 'GET', `/user/${written}`)).json().email).toBe(person.email)
  })

  test('an unknown address gets 404, and an invalid one is rejected', async () => {
    for (const [method, path] of [
      ['GET', '/user/'],
      ['GET', '/admin/'],
      ['PATCH', '/user/'],
      ['PUT', '/user/admin/'],
      ['DELETE', '/user/admin/'],
    ] as const) {
      const url = (address: string) => `/api${path}${encodeURIComponent(address)}`
      const call = (address: string) =>
        errorOf({ method, url: url(address), token: admin.token, payload: {} })
      expect(await call('unknown.user@example.com')).toEqual([404, 'not_found'])
      expect(await call('no-address')).toEqual([400, 'invalid_request'])
      expect(await call(`${'a'.repeat(250)}@example.com`)).toEqual([400, 'invalid_request'])
      expect(await call("a'b@example.com' or 1=1")).toEqual([400, 'invalid_request'])
    }
  })
})

describe('the admin flag', () => {
  test('the flag is true for an admin and false for a customer', async () => {
    const person = await store.signUp()
    expect(await person.api.getAdminFlag({ params: { email: person.email } })).toEqual({ admin: false })
    expect(await admin.api.getAdminFlag({ params: { email: admin.email } })).toEqual({ admin: true })
    expect(await admin.api.getAdminFlag({ params: { email: person.email } })).toEqual({ admin: false })
  })

  test('a changed role takes effect at once in both directions, without a new token', async () => {
    const person = await store.signUp()
    const params = { email: person.email }
    expect((await callAs(person, 'GET', '/user')).statusCode).toBe(403)
    const body = { confirmUnverified: true }
    expect(await admin.api.promoteUser({ params, body })).toMatchObject({ role: 'admin' })
    expect(await admin.api.promoteUser({ params, body })).toMatchObject({ role: 'admin' })
    expect((await callAs(person, 'GET', '/user')).statusCode).toBe(200)
    expect(await admin.api.demoteUser({ params })).toMatchObject({ role: 'user' })
    expect(await admin.api.demoteUser({ params })).toMatchObject({ role: 'user' })
    expect((await callAs(person, 'GET', '/user')).statusCode).toBe(403)
    expect(await person.api.getAdminFlag({ params })).toEqual({ admin: false })
  })
})

describe('promoting an admin', () => {
  const promote = ({ email }: { email: string }, payload?: object) =>
    callAs(admin, 'PUT', `/user/admin/${email}`, payload)
  const listed = async ({ email }: Person) =>
    (await admin.api.listUsers({ query: { limit: 1000 } })).items.find((user) => user.email === email)

  test('an account with a verified address becomes an admin', async () => {
    const person = await store.signUp()
    await verifyAddress(store, person)
    expect(await listed(person)).toMatchObject({ emailVerified: true })
    const answer = await promote(person)
    expect([answer.statusCode, answer.json().role]).toEqual([200, 'admin'])
  })

  test('an unverified address is rejected, unless the request allows it', async () => {
    const person = await store.signUp()
    expect(await listed(person)).toMatchObject({ emailVerified: false })
    for (const payload of [undefined, {}, { confirmUnverified: false }]) {
      const answer = await promote(person, payload)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'email_unverified'])
    }
    expect((await promote(person, { confirmUnverified: 'yes' })).statusCode).toBe(400)
    expect(await person.api.getAdminFlag({ params: { email: person.email } })).toEqual({ admin: false })
    expect((await promote(person, { confirmUnverified: true })).statusCode).toBe(200)
    // An account that is already an admin stays one, with any address.
    expect((await promote(person)).statusCode).toBe(200)
  })

  test('the address that the store has must be verified, not a newer one at the provider', async () => {
    const person = await store.signUp()
    const { idToken } = await toolkit(store, 'v1/accounts:update', {
      idToken: person.idToken,
      email: `new-${person.email}`,
      returnSecureToken: true,
    })
    await verifyAddress(store, { ...person, email: `new-${person.email}`, idToken })
    expect((await promote(person)).json().code).toBe('email_unverified')
    expect((await promote({ email: `new-${person.email}` })).json().code).toBe('not_found')
  })
})

describe('removing an account', () => {
  test('a removal ends tokens and sign-in at once, and hides the account from the list of active ones', async () => {
    const person = await store.signUp()
    const { _id: id } = await person.api.getUser({ params: { email: person.email } })
    expect((await callAs(admin, 'DELETE', `/admin/${id}`)).json()).toEqual({ deletedCount: 1 })
    expect(await errorOf({ url: '/api/order', token: person.token })).toEqual([401, 'account_disabled'])
    const exchange = {
      method: 'PUT',
      url: `/api/user/${person.email}`,
      token: person.idToken,
      payload: { email: person.email },
    } as const
    expect(await errorOf(exchange)).toEqual([401, 'account_disabled'])
    const signIn = await store.call({
      method: 'POST',
      url: `/identity/v1/accounts:signInWithPassword?key=${store.config.identity.apiKey}`,
      payload: { email: person.email, password: person.password, returnSecureToken: true },
    })
    expect([signIn.statusCode, signIn.json().error.message]).toEqual([400, 'USER_DISABLED'])
    const listed = async (disabled: 'true' | 'false') =>
      (await admin.api.listUsers({ query: { limit: 1000, disabled } })).items.find((user) => user._id === id)
    expect(await listed('false')).toBeUndefined()
    expect(await listed('true')).toMatchObject({ disabled: true })
    expect((await callAs(admin, 'DELETE', `/admin/${id}`)).statusCode).toBe(404)
  })

  test('an admin’s own account and an unknown one cannot be removed', async () => {
    const { _id: own } = await admin.api.getUser({ params: { email: admin.email } })
    const remove = (id: string) =>
      errorOf({ method: 'DELETE', url: `/api/admin/${encodeURIComponent(id)}`, token: admin.token })
    expect(await remove(own)).toEqual([409, 'own_account'])
    for (const id of [newId(), 'x', "' or 1=1", own.toUpperCase()]) {
      expect(await remove(id)).toEqual([404, 'not_found'])
    }
  })
})

test('the last admin cannot give up the role', async () => {
  const { items } = await admin.api.listUsers({ query: { limit: 1000 } })
  for (const { email, role } of items)
    if (role === 'admin' && email !== null && email !== admin.email)
      await admin.api.demoteUser({ params: { email } })
  const url = `/api/user/admin/${admin.email}`
  expect(await errorOf({ method: 'DELETE', url, token: admin.token })).toEqual([409, 'last_admin'])
})

test('the pages of the list contain each account once', async () => {
  const whole = (await admin.api.listUsers({ query: { limit: 1000 } })).items
  const seen: unknown[] = []
  let after: string | undefined
  do {
    const page = await admin.api.listUsers({ query: { limit: 2, after } })
    seen.push(...page.items)
    after = page.next ?? undefined
  } while (after !== undefined)
  expect(seen).toEqual(whole)
  expect(await errorOf({ url: '/api/user?after=nonsense', token: admin.token })).toEqual([
    400,
    'invalid_request',
  ])
  expect(await errorOf({ url: '/api/user?disabled=yes', token: admin.token })).toEqual([
    400,
    'invalid_request',
  ])
})

test('visitors and customers can neither read nor change other accounts, nor become admins', async () => {
  const person = await store.signUp()
  const other = await store.signUp()
  const { _id: id } = await other.api.getUser({ params: { email: other.email } })
  for (const [method, path] of [
    ['GET', `/user/${other.email}`],
    ['PATCH', `/user/${other.email}`],
    ['GET', `/admin/${other.email}`],
    ['GET', '/user/unknown.user@example.com'],
    ['GET', '/user'],
    ['PUT', `/user/admin/${person.email}`],
    ['DELETE', `/user/admin/${other.email}`],
    ['DELETE', `/admin/${id}`],
    ['DELETE', '/admin/x'],
  ] as const) {
    const request = { method, url: `/api${path}`, payload: {} }
    expect(await errorOf(request), path).toEqual([401, 'unauthenticated'])
    expect(await errorOf({ ...request, token: person.token }), path).toEqual([403, 'forbidden'])
  }
})
