import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { advisoryLocks } from '#database/advisory-locks.ts'
import type { Database } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { signInUser } from '#server/people/sign-in/sign-ins.ts'
import {
  changeRole,
  disableUser,
  type IdentityAdmin,
  listUsers,
  removeUser,
  updateProfile,
} from '#server/people/users/service.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { countOutcomes, errorCodeOf } from '../../../support/http/outcomes.ts'
import { historyOf } from '../../../support/orders/history.ts'
import { insertUser } from '../../../support/shop-rows.ts'

let database: Database
const at = new Date('2026-03-01T12:00:00.000Z')
const noLog = { error() {} }
/** The provider fails to return which addresses are verified, and nothing is logged. */
const failing = {
  identity: { verifiedEmails: () => Promise.reject(new Error('provider is down')) },
  log: noLog,
}

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.updateTable('users').set({ role: 'user' }).execute()
})

function changeProfile(email: string, profile: Parameters<typeof updateProfile>[1]['profile']) {
  return updateProfile(database.db, { email, profile }, { actorId: null, at })
}

function signIn(
  values: Partial<Parameters<typeof signInUser>[1]['identity']> = {},
  validSince = new Date(0),
) {
  const identity = {
    uid: newId(),
    email: `${newId()}@example.com`,
    emailVerified: false,
    name: null,
    photo: null,
    signedInAt: at,
    ...values,
  }
  return signInUser(database.db, { identity, validSince, at })
}

function activeAdmins() {
  return database.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .execute()
}

describe('an exchange of an ID token', () => {
  test('an exchange creates one account even if the token arrives many times concurrently', async () => {
    const person = {
      uid: 'many-tabs',
      email: 'many-tabs@example.com',
      name: 'Mina',
      photo: 'https://a.example/m',
    }
    const users = await Promise.all(Array.from({ length: 20 }, () => signIn(person)))
    expect(new Set(users.map((user) => user._id)).size).toBe(1)
    expect(users[0]).toMatchObject({
      email: 'many-tabs@example.com',
      role: 'user',
      displayName: 'Mina',
      photoURL: 'https://a.example/m',
      createdAt: at.toISOString(),
      disabled: false,
    })
  })

  test('an exchange fills a missing name, and overwrites neither name nor picture', async () => {
    const person = { uid: 'filler', email: 'filler@example.com' }
    await signIn(person)
    expect(await signIn({ ...person, name: 'First' })).toMatchObject({ displayName: 'First', photoURL: null })
    await changeProfile(person.email, { displayName: 'Own words' })
    expect(await signIn({ ...person, name: 'Second', photo: 'https://a.example/f' })).toMatchObject({
      displayName: 'Own words',
      photoURL: null,
    })
  })

  test('an address moves to the account that used it last; the earlier one keeps role and name', async () => {
    const email = 'shared@example.com'
    const older = await signIn({ uid: 'older', email, name: 'Older' })
    await changeRole(database.db, { email, role: 'admin' }, { actorId: null, at })
    const newer = await signIn({ uid: 'newer', email })
    expect(newer).toMatchObject({ email, role: 'user' })
    const row = await database.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', older._id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ email: null, role: 'admin', display_name: 'Older' })
  })

  test('two accounts that swap addresses concurrently both stay, and no address is used twice', async () => {
    const one = 'swap-1@example.com'
    const two = 'swap-2@example.com'
    await signIn({ uid: 'swap-1', email: one })
    await signIn({ uid: 'swap-2', email: two })
    await Promise.all([
      ...Array.from({ length: 10 }, () => signIn({ uid: 'swap-1', email: two })),
      ...Array.from({ length: 10 }, () => signIn({ uid: 'swap-2', email: one })),
    ])
    const rows = await database.db
      .selectFrom('users')
      .select(['uid', 'email'])
      .where('uid', 'in', ['swap-1', 'swap-2'])
      .orderBy('uid')
      .execute()
    expect(rows).toEqual([
      { uid: 'swap-1', email: two },
      { uid: 'swap-2', email: one },
    ])
  })

  test('one of many accounts that sign in with one address concurrently gets it, and none is lost', async () => {
    const email = 'wanted@example.com'
    const uids = Array.from({ length: 20 }, (_, index) => `wants-${index}`)
    const users = await Promise.all(uids.map((uid) => signIn({ uid, email })))
    expect(users.map((user) => user.email)).toEqual(Array(20).fill(email))
    const rows = await database.db.selectFrom('users').select('email').where('uid', 'in', uids).execute()
    expect(rows.filter((row) => row.email === email)).toHaveLength(1)
    expect(rows).toHaveLength(20)
  })

  test('a sign-in that the provider ended is rejected, and the store records the time', async () => {
    const person = { uid: 'changed-password', email: 'changed-password@example.com' }
    const later = new Date(at.getTime() + 1000)
    expect(await errorCodeOf(signIn(person, later))).toBe('unauthenticated')
    await signIn(person)
    await signIn({ ...person, signedInAt: later }, later)
    await signIn({ ...person, signedInAt: later, name: 'Late' }, new Date(0))
    const row = await database.db
      .selectFrom('users')
      .select('valid_since')
      .where('uid', '=', person.uid)
      .executeTakeFirstOrThrow()
    expect(row.valid_since).toEqual(later)
  })

  test('an exchange is rejected once its account is removed', async () => {
    const admin = await insertUser(database.db, { role: 'admin' })
    const person = { uid: 'removed', email: 'removed@example.com' }
    const user = await signIn(person)
    await disableUser(database.db, user._id, { actorId: admin, at })
    expect(await errorCodeOf(signIn(person))).toBe('account_disabled')
    expect(await errorCodeOf(signIn({ ...person, email: 'removed-2@example.com' }))).toBe('account_disabled')
  })

  test('an exchange is rejected and changes no address if its account is removed while it waits', async () => {
    const { db, pool } = database
    const person = { uid: 'removed-meanwhile', email: 'removed-meanwhile@example.com' }
    const user = await signIn(person)
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock($1)', [advisoryLocks.signIn])
    const moved = errorCodeOf(signIn({ ...person, email: 'moved-meanwhile@example.com' }))
    await expect.poll(() => countWaiters(advisoryLocks.signIn)).toBe(1)
    await db.updateTable('users').set({ disabled_at: at }).where('id', '=', user._id).execute()
    await holder.query('commit')
    holder.release()
    expect(await moved).toBe('account_disabled')
    const row = await db.selectFrom('users').select('email').where('id', '=', user._id).executeTakeFirst()
    expect(row?.email).toBe(person.email)
  })
})

async function countWaiters(key: number): Promise<number> {
  const { rows } = await database.pool.query<{ waiters: number }>(
    `select count(*)::int as waiters from pg_locks
     where locktype = 'advisory' and not granted and objid = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [key],
  )
  return rows[0]?.waiters ?? 0
}

describe('one admin always remains', () => {
  test('50 concurrent demotions and removals leave one admin', async () => {
    const { db } = database
    const admins = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const email = `race-${index}@example.com`
        return { id: await insertUser(db, { role: 'admin', email }), email }
      }),
    )
    const counts = await countOutcomes(
      admins.map(({ id, email }, index) => {
        const actor = { actorId: admins[(index + 1) % 50]?.id ?? '', at }
        return index % 2 ? disableUser(db, id, actor) : changeRole(db, { email, role: 'user' }, actor)
      }),
    )
    expect(counts).toEqual({ done: 49, last_admin: 1 })
    expect(await activeAdmins()).toHaveLength(1)
  })

  test('an admin may not remove their own account, even if there is another admin', async () => {
    const { db } = database
    const [one] = await Promise.all([insertUser(db, { role: 'admin' }), insertUser(db, { role: 'admin' })])
    expect(await errorCodeOf(disableUser(db, one, { actorId: one, at }))).toBe('own_account')
    expect(await activeAdmins()).toHaveLength(2)
  })

  test('a removed admin does not count as an admin', async () => {
    const { db } = database
    const email = 'alone@example.com'
    const alone = await insertUser(db, { role: 'admin', email })
    await insertUser(db, { role: 'admin', disabled_at: at })
    expect(await errorCodeOf(changeRole(db, { email, role: 'user' }, { actorId: alone, at }))).toBe(
      'last_admin',
    )
  })
})

describe('roles', () => {
  test('only a role that differs writes a history row', async () => {
    const { db } = database
    const actorId = await insertUser(db, { role: 'admin' })
    const email = 'twice@example.com'
    const id = await insertUser(db, { email })
    for (const role of ['user', 'admin', 'admin', 'user', 'user'] as const) {
      expect(await changeRole(db, { email, role }, { actorId, at })).toMatchObject({ _id: id, role })
    }
    const history = (await historyOf(db, 'user', [id])).get(id)
    expect(history?.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['role', 'user', 'admin'],
      ['role', 'admin', 'user'],
    ])
  })

  test('an unknown address and a removed account are not found', async () => {
    const { db } = database
    const actorId = await insertUser(db, { role: 'admin' })
    await insertUser(db, { email: 'gone@example.com', disabled_at: at })
    for (const email of ['unknown.user@example.com', 'gone@example.com']) {
      expect(await errorCodeOf(changeRole(db, { email, role: 'admin' }, { actorId, at }))).toBe('not_found')
    }
  })
})

describe('the list of accounts', () => {
  test('the list is shown although the provider does not return which addresses are verified', async () => {
    const { db } = database
    const id = await insertUser(db)
    const stateOf = async (verifiedEmails: IdentityAdmin['verifiedEmails']) => {
      const provider = { identity: { verifiedEmails }, log: noLog }
      const { items } = await listUsers(db, { limit: 1000, disabled: false }, provider)
      return items.find((user) => user._id === id)?.emailVerified
    }
    expect(await stateOf(failing.identity.verifiedEmails)).toBeNull()
    // Without a service account the provider cannot be asked.
    expect(await stateOf(async () => null)).toBeNull()
    expect(await stateOf(async () => new Map())).toBe(false)
  })
})

describe('removing an account', () => {
  test('a removal notifies the identity provider after the commit, and a second one is not found', async () => {
    const { db } = database
    const actorId = await insertUser(db, { role: 'admin' })
    const id = await insertUser(db, { uid: 'disabled' })
    const notified: [string, boolean][] = []
    const identity = {
      async disable(uid: string) {
        const { items } = await listUsers(db, { limit: 1000, disabled: false }, failing)
        notified.push([uid, items.some((user) => user._id === id)])
      },
    }
    await removeUser(db, { id, actorId, at }, { identity, log: noLog })
    expect(notified).toEqual([['disabled', false]])
    expect(await errorCodeOf(removeUser(db, { id, actorId, at }, { identity, log: noLog }))).toBe('not_found')
    expect(notified).toHaveLength(1)
  })

  test('a removal takes effect although the identity provider fails, which is retried and logged', async () => {
    const { db } = database
    const actorId = await insertUser(db, { role: 'admin' })
    const id = await insertUser(db)
    let tries = 0
    const logged: unknown[] = []
    const identity = {
      async disable() {
        tries += 1
        throw new Error('provider is down')
      },
    }
    await removeUser(db, { id, actorId, at }, { identity, log: { error: (details) => logged.push(details) } })
    expect([tries, logged.length]).toEqual([3, 3])
    const { items } = await listUsers(db, { limit: 1000, disabled: true }, failing)
    expect(items.find((user) => user._id === id)?.disabled).toBe(true)
  })
})

test('a profile changes only in the named fields, and null clears a field', async () => {
  const email = 'profile@example.com'
  await insertUser(database.db, { email, education: 'School', location: 'Town' })
  expect(await changeProfile(email, { location: null, number: '+1 555' })).toMatchObject({
    education: 'School',
    location: null,
    number: '+1 555',
  })
  expect(await changeProfile(email, {})).toMatchObject({ education: 'School' })
  expect(await errorCodeOf(changeProfile('no@example.com', { location: 'x' }))).toBe('not_found')
  expect(await errorCodeOf(changeProfile('no@example.com', {}))).toBe('not_found')
})
