import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertUser } from '../../../support/shop-rows.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'

let store: TestStore
let admin: Person

const people = [
  ['ines.ferreira@example.com', 'Inês Ferreira', 'user'],
  ['office@ledger.example', 'Ruth O’Neil-Abara', 'accounts'],
  ['dan_kowalski+shop@example.com', 'Dan Kowalski', 'orders'],
  ['mo@example.com', 'Marta Ferreira', 'viewer'],
  ['no.name@example.com', null, 'user'],
] as const

beforeAll(async () => {
  store = await openTestStore()
  admin = await store.signUpAdmin()
  const { db } = store.database
  for (const [email, display_name, role] of people) await insertUser(db, { email, display_name, role })
  await insertUser(db, { email: 'gone@example.com', display_name: 'Gone Ferreira', disabled_at: new Date() })
})
afterAll(() => store.close())

type Query = NonNullable<Parameters<typeof admin.api.listUsers>[0]>['query']
const emailsOf = async (query: Query) => {
  const { items, count } = await admin.api.listUsers({ query: { limit: 1000, count: 'true', ...query } })
  expect(count).toBe(items.length)
  return items.map(({ email }) => email).toSorted()
}

const [ines, ruth, dan, marta, noName] = people.map(([email]) => email)

test.each([
  ['ferreira', [ines, marta]],
  ['Ferr', [ines, marta]],
  ['  INES   ferreira ', [ines]],
  ['inês', [ines]],
  ['marta ines', []],
  ['erreira', []],
  ["o'neil", [ruth]],
  ['neil abara', [ruth]],
  ['office', [ruth]],
  ['ledger', []],
  ['kowalski shop', [dan]],
  ['dan_kowalski+shop@example.com', [dan]],
  ['DAN_Kowalski+Shop@EXAMPLE.com ', [dan]],
  ['dan_kowalski+shop@ex', [dan]],
  ['dan@example.com', []],
  ['kowalski@example.com', []],
  ['@example.com', []],
  ['no.name', [noName]],
  ['gone', []],
] as const)('%j finds the accounts that have all its words', async (q, found) => {
  expect(await emailsOf({ q })).toEqual(found.toSorted())
})

test.each([
  "'",
  "''",
  "xx'yy",
  '\\',
  "\\' | dan",
  'dan:* | ruth',
  'dan & !ruth',
  '(dan',
  '<->',
  '%',
  '_',
  '*',
  '“”',
  '\u0301',
  '😀',
  'x'.repeat(100),
  "'".repeat(100),
  'zz '.repeat(33),
])('the text %j is no part of the query language, and finds nobody else', async (q) => {
  for (const email of await emailsOf({ q })) expect(email).toMatch(/^(dan_|office)/)
})

test('an empty text is no search, and a text over 100 characters is refused', async () => {
  expect(await emailsOf({ q: '' })).toHaveLength(people.length + 1)
  expect(await emailsOf({ q: '   ' })).toHaveLength(people.length + 1)
  const answer = await store.call({ url: `/api/user?q=${'x'.repeat(101)}`, token: admin.token })
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, 'q'])
})

describe('by role', () => {
  test.each([
    ['staff', [admin0(), ruth, dan, marta]],
    ['admin', [admin0()]],
    ['orders', [dan]],
    ['catalogue', []],
    ['user', [ines, noName]],
  ] as const)('%s', async (role, found) => {
    expect(await emailsOf({ role })).toEqual(found.toSorted())
  })

  test('with a text, and no role that does not exist', async () => {
    expect(await emailsOf({ role: 'staff', q: 'ferreira' })).toEqual([marta])
    for (const role of ['owner', 'Staff', 'admin,orders']) {
      const answer = await store.call({ url: `/api/user?role=${role}`, token: admin.token })
      expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, 'role'])
    }
  })

  test('a role that was given or taken away counts at once', async () => {
    const params = { email: noName ?? '' }
    await admin.api.setRole({ params, body: { role: 'catalogue', confirmUnverified: true } })
    expect(await emailsOf({ role: 'catalogue' })).toEqual([noName])
    await admin.api.setRole({ params, body: { role: 'user' } })
    expect(await emailsOf({ role: 'catalogue' })).toEqual([])
  })
})

test('the pages of a search have each account once, in either direction', async () => {
  const pagesOf = async (sort: 'email' | '-email' | 'createdAt') => {
    const emails: (string | null)[] = []
    let after: string | undefined
    do {
      const page = await admin.api.listUsers({ query: { q: 'ferreira', sort, limit: 1, after } })
      emails.push(...page.items.map(({ email }) => email))
      after = page.next ?? undefined
    } while (after !== undefined)
    return emails
  }
  expect(await pagesOf('email')).toEqual([ines, marta])
  expect(await pagesOf('-email')).toEqual([marta, ines])
  expect((await pagesOf('createdAt')).toSorted()).toEqual([ines, marta])
})

test('accounts without an address come first by address and are not searched, and a cursor holds for its order alone', async () => {
  await insertUser(store.database.db, { email: null, display_name: 'Without Address' })
  expect(await emailsOf({ q: 'without' })).toEqual([])
  const first = await admin.api.listUsers({ query: { sort: 'email', limit: 1 } })
  expect(first.items).toMatchObject([{ email: null, displayName: 'Without Address' }])
  expect(first.next).not.toBeNull()
  const second = await admin.api.listUsers({ query: { sort: 'email', limit: 1, after: first.next ?? '' } })
  expect(second.items).toMatchObject([{ email: dan }])
  const url = `/api/user?sort=-email&after=${first.next}`
  expect((await store.call({ url, token: admin.token })).statusCode).toBe(400)
})

/** The first account of a test store. */
function admin0(): string {
  return 'person1@example.com'
}
