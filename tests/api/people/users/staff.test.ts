import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Role, roles } from '#contract/platform/auth/roles.ts'
import type { Database } from '#database/open.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { verifyAddress } from '../../../support/identity/store-identity.ts'
import { historyOf } from '../../../support/orders/history.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'
import { someRuns } from '../../../support/thoroughness.ts'

const ROUNDS = someRuns(50, 8)
const staffRoles = roles.filter((role) => role !== 'user')

/** Two instances of one store, with one database. */
let database: Database
let store: TestStore
let second: TestStore
let admin: Person

beforeAll(async () => {
  database = await freshDatabase()
  store = await openTestStore({ on: database })
  second = await openTestStore({ on: { ...database, close: async () => {} } })
  admin = await store.signUpAdmin()
})
afterAll(async () => {
  await second.close()
  await store.close()
})

const call = (person: Person, email: string, payload: object) =>
  store.call({ method: 'PUT', url: `/api/staff/${email}`, token: person.token, payload })
const answerOf = async (person: Person, email: string, payload: object) => {
  const { statusCode, payload: text } = await call(person, email, payload)
  const { code, role } = JSON.parse(text)
  return [statusCode, code ?? role]
}
const give = ({ email }: Person, role: Role, by = admin) =>
  by.api.setRole({ params: { email }, body: { role, confirmUnverified: true } })
const idOf = async ({ email }: Person) => (await admin.api.getUser({ params: { email } }))._id
const rolesOf = async (...people: Person[]) => {
  const rows = await database.db
    .selectFrom('users')
    .select(['uid', 'role'])
    .where(
      'uid',
      'in',
      people.map(({ uid }) => uid),
    )
    .execute()
  return people.map(({ uid }) => rows.find((row) => row.uid === uid)?.role)
}

describe('giving a role', () => {
  test.each(staffRoles)('%s needs a verified address, or the confirmation', async (role) => {
    const person = await store.signUp()
    for (const payload of [{ role }, { role, confirmUnverified: false }])
      expect(await answerOf(admin, person.email, payload)).toEqual([409, 'email_unverified'])
    expect(await answerOf(admin, person.email, { role, confirmUnverified: true })).toEqual([200, role])
    // the same role once more is no change, with any address
    expect(await answerOf(admin, person.email, { role })).toEqual([200, role])
    expect(await answerOf(admin, person.email, { role: 'user' })).toEqual([200, 'user'])
    await verifyAddress(store, person)
    expect(await answerOf(admin, person.email, { role })).toEqual([200, role])
  })

  test('another staff role needs the confirmation again', async () => {
    const person = await store.signUp()
    await give(person, 'viewer')
    expect(await answerOf(admin, person.email, { role: 'admin' })).toEqual([409, 'email_unverified'])
    expect(await rolesOf(person)).toEqual(['viewer'])
  })

  test('a role that does not exist, and any other field, changes nothing', async () => {
    const person = await store.signUp()
    for (const role of ['owner', 'Admin', '', null, ['admin'], { admin: true }, undefined]) {
      const answer = await call(admin, person.email, { role, confirmUnverified: true })
      expect([answer.statusCode, answer.json().errors?.[0].path]).toEqual([400, 'role'])
    }
    expect(await answerOf(admin, person.email, { role: 'orders', confirmUnverified: 'yes' })).toEqual([
      400,
      'invalid_request',
    ])
    expect(await rolesOf(person)).toEqual(['user'])
  })

  test('an unknown address and a removed account are not found', async () => {
    const gone = await store.signUp()
    await admin.api.removeUser({ params: { id: await idOf(gone) } })
    for (const email of ['unknown.user@example.com', gone.email])
      expect(await answerOf(admin, email, { role: 'orders' })).toEqual([404, 'not_found'])
  })

  test('nobody but an admin gives a role, not to others and not to themselves', async () => {
    const other = await store.signUp()
    for (const role of roles.filter((one) => one !== 'admin')) {
      const person = role === 'user' ? await store.signUp() : await store.signUpStaff(role)
      for (const { email } of [other, person, admin])
        for (const given of ['admin', role, 'user'])
          expect(await answerOf(person, email, { role: given, confirmUnverified: true })).toEqual([
            403,
            'forbidden',
          ])
      expect(await rolesOf(person, other, admin)).toEqual([role, 'user', 'admin'])
    }
  })

  test('the audit has who gave which role, and nothing of a change that was refused', async () => {
    const person = await store.signUp()
    const id = await idOf(person)
    await give(person, 'orders')
    await give(person, 'orders')
    await answerOf(admin, person.email, { role: 'accounts' })
    await give(person, 'accounts')
    await give(person, 'user')
    const history = (await historyOf(database.db, 'user', [id])).get(id)
    expect(history?.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['role', 'user', 'orders'],
      ['role', 'orders', 'accounts'],
      ['role', 'accounts', 'user'],
    ])
    const actors = await database.db
      .selectFrom('audit')
      .select('actor_id')
      .where('entity_id', '=', id)
      .execute()
    expect(new Set(actors.map((row) => row.actor_id))).toEqual(new Set([await idOf(admin)]))
  })

  test('Make Admin makes an admin of whoever, and taking that back leaves another role alone', async () => {
    const person = await store.signUpStaff('orders')
    const params = { email: person.email }
    expect(await admin.api.demoteUser({ params })).toMatchObject({ role: 'orders' })
    const body = { confirmUnverified: true }
    expect(await admin.api.promoteUser({ params, body })).toMatchObject({ role: 'admin' })
    expect(await admin.api.demoteUser({ params })).toMatchObject({ role: 'user' })
  })
})

test('a role given, changed or taken away holds at the next call on both instances', async () => {
  const person = await store.signUp()
  const statuses = async (url: string) => {
    const answers = [store, second].map((one) => one.call({ url, token: person.token }))
    return (await Promise.all(answers)).map(({ statusCode }) => statusCode)
  }
  const orders = () => statuses('/api/manage')
  const reviews = () => statuses('/api/manage-review')
  expect([await orders(), await reviews()]).toEqual([
    [403, 403],
    [403, 403],
  ])
  for (let round = 0; round < ROUNDS; round += 1) {
    await give(person, 'orders')
    expect([await orders(), await reviews()]).toEqual([
      [200, 200],
      [403, 403],
    ])
    await give(person, 'catalogue')
    expect([await orders(), await reviews()]).toEqual([
      [403, 403],
      [200, 200],
    ])
    await give(person, 'user')
    expect([await orders(), await reviews()]).toEqual([
      [403, 403],
      [403, 403],
    ])
  }
})

describe('one’s own role', () => {
  test('an admin can neither give up nor exchange their own role, though there is another admin', async () => {
    const one = await store.signUpAdmin()
    for (const role of roles.filter((other) => other !== 'admin'))
      expect(await answerOf(one, one.email, { role, confirmUnverified: true })).toEqual([409, 'own_role'])
    const url = `/api/user/admin/${one.email}`
    const demotion = await store.call({ method: 'DELETE', url, token: one.token })
    expect([demotion.statusCode, demotion.json().code]).toEqual([409, 'own_role'])
    // written in another way, the address is the same
    const written = encodeURIComponent(` ${one.email.toUpperCase()} `)
    expect(await answerOf(one, written, { role: 'user' })).toEqual([409, 'own_role'])
    expect(await answerOf(one, one.email, { role: 'admin' })).toEqual([200, 'admin'])
    expect(await rolesOf(one)).toEqual(['admin'])
  })
})

describe('at the same time', () => {
  /** Two admins of a shop that has no other, on two instances. */
  async function twoAdmins(): Promise<[Person, Person]> {
    await database.db.updateTable('users').set({ role: 'user' }).where('role', '=', 'admin').execute()
    const pair = [await store.signUpAdmin(), await store.signUpAdmin()] as const
    return [pair[0], { ...pair[1], api: on(second, pair[1]) }]
  }
  const on = (instance: TestStore, { token }: Person) => instance.apiWith(token)
  const demote = (by: Person, whom: Person) => outcomeOf(give(whom, 'user', by))
  const admins = () =>
    database.db
      .selectFrom('users')
      .select('uid')
      .where('role', '=', 'admin')
      .where('disabled_at', 'is', null)
      .execute()

  test('of two admins who demote each other one stays', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = await twoAdmins()
      const outcomes = await Promise.all([demote(one, other), demote(other, one)])
      expect(outcomes.toSorted()).toEqual(['403 forbidden', 'accepted'])
      expect((await rolesOf(one, other)).toSorted()).toEqual(['admin', 'user'])
    }
  })

  test('of two who demote or remove each other one stays, with a third admin too', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = await twoAdmins()
      const third = await store.signUpAdmin()
      const id = (await one.api.getUser({ params: { email: one.email } }))._id
      const outcomes = await Promise.all([
        demote(one, other),
        outcomeOf(other.api.removeUser({ params: { id } })),
      ])
      // the one whose account was removed before the call began is not signed in any more
      expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
      expect(await rolesOf(third)).toEqual(['admin'])
      expect(await admins()).toHaveLength(2)
    }
  })

  test('an admin who demotes the other while that one, or they themselves, delete the account leaves one', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = await twoAdmins()
      const deleter = round % 2 ? one : other
      const params = { email: deleter.email }
      const deletion = outcomeOf(store.apiWith(deleter.idToken).deleteAccount({ params }))
      const [demoted, deleted] = await Promise.all([demote(one, other), deletion])
      expect(await admins(), `${demoted}, ${deleted}`).toHaveLength(1)
    }
  })

  test('eight admins who all demote all others leave one, who was demoted by nobody', async () => {
    await database.db.updateTable('users').set({ role: 'user' }).where('role', '=', 'admin').execute()
    const eight: Person[] = []
    for (let count = 0; count < 8; count += 1) eight.push(await store.signUpAdmin())
    const calls = eight.flatMap((by, index) =>
      eight
        .filter((whom) => whom !== by)
        .map((whom) => demote({ ...by, api: on(index % 2 ? second : store, by) }, whom)),
    )
    const outcomes = await Promise.all(calls)
    expect(await admins()).toHaveLength(1)
    const [left] = await admins()
    const changes = await database.db
      .selectFrom('audit')
      .innerJoin('users', 'users.id', 'actor_id')
      .innerJoin('users as changed', (join) =>
        join.on((eb) => eb(eb.cast('changed.id', 'text'), '=', eb.ref('entity_id'))),
      )
      .select(['users.uid as by', 'changed.uid as whom', 'audit.id'])
      .where('field', '=', 'role')
      .where(
        'changed.uid',
        'in',
        eight.map(({ uid }) => uid),
      )
      .orderBy('audit.id')
      .execute()
    // each was demoted once, by one who was an admin still
    const gone = new Set<string>()
    for (const { by, whom } of changes) {
      expect([gone.has(by), gone.has(whom), whom]).toEqual([false, false, whom])
      expect(whom).not.toBe(left?.uid)
      gone.add(whom)
    }
    expect(gone.size).toBe(7)
    expect(outcomes.length).toBe(56)
  })
})
