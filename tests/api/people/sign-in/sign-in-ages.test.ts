import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cleanUp as cleanUpIdentity } from '#embedded/identity/accounts/clean-up.ts'
import { cleanUp } from '#server/background-jobs.ts'
import { findSignIn, saveSignIn } from '#server/people/sign-in/sign-ins.ts'
import { errorCodeOf } from '../../../support/http/outcomes.ts'
import { insertUser } from '../../../support/shop-rows.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'

const DAY_MS = 86_400_000

let store: TestStore
let person: Person
let refreshToken: string
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  person = await store.signUp()
  const signedIn = await callIdentity('accounts:signInWithPassword', {
    email: person.email,
    password: person.password,
    returnSecureToken: true,
  })
  refreshToken = signedIn.json().refreshToken
  await exchange(signedIn.json().idToken)
})

function callIdentity(call: string, payload: object | string) {
  const type = typeof payload === 'string' ? 'application/x-www-form-urlencoded' : 'application/json'
  const url = `/identity/v1/${call}?key=${store.config.identity.apiKey}`
  return store.call({ method: 'POST', url, headers: { 'content-type': type }, payload })
}

function exchange(idToken: string) {
  const { email } = person
  return store.call({ method: 'PUT', url: `/api/user/${email}`, token: idToken, payload: { email } })
}

/** Refreshes the ID token and exchanges it, as a browser does: `in`, or the error. */
async function use(): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  const refreshed = await callIdentity('token', form.toString())
  if (refreshed.statusCode !== 200) return refreshed.json().error.message
  const exchanged = await exchange(refreshed.json().id_token)
  return exchanged.statusCode === 200 ? 'in' : exchanged.json().code
}

async function countRows(table: 'sign_ins' | 'identity.sessions'): Promise<number> {
  const id =
    table === 'sign_ins'
      ? (
          await store.database.db
            .selectFrom('users')
            .select('id')
            .where('uid', '=', person.uid)
            .executeTakeFirstOrThrow()
        ).id
      : person.uid
  const { rows } = await store.database.pool.query(`select from ${table} where user_id = $1`, [id])
  return rows.length
}

async function cleanUpAll(): Promise<void> {
  await cleanUp(store.database.db, store.clock.now(), { demo: true })
  await cleanUpIdentity(store.database.db, store.clock.now())
}

describe('a sign-in', () => {
  test('ends after 180 days without use, and nothing of it stays', async () => {
    store.clock.advance(179 * DAY_MS)
    await cleanUpAll()
    expect(await use()).toBe('in')
    store.clock.advance(179 * DAY_MS)
    await cleanUpAll()
    expect(await use()).toBe('in')
    store.clock.advance(180 * DAY_MS + 1000)
    expect(await use()).toBe('TOKEN_EXPIRED')
    await cleanUpAll()
    expect([await countRows('sign_ins'), await countRows('identity.sessions')]).toEqual([0, 0])
    expect(await use()).toBe('INVALID_REFRESH_TOKEN')
  })

  test('ends after a year in any case, and nothing of it stays', async () => {
    for (const days of [100, 100, 100, 64]) {
      store.clock.advance(days * DAY_MS)
      await cleanUpAll()
      expect(await use()).toBe('in')
    }
    store.clock.advance(DAY_MS + 1000)
    expect(await use()).toBe('TOKEN_EXPIRED')
    await cleanUpAll()
    expect([await countRows('sign_ins'), await countRows('identity.sessions')]).toEqual([0, 0])
  })

  test('of a year ago gives no ID token rights, nor an access token', async () => {
    const {
      idToken,
      refreshToken: _,
      ...renewed
    } = (
      await callIdentity('accounts:signInWithPassword', {
        email: person.email,
        password: person.password,
        returnSecureToken: true,
      })
    ).json()
    expect(renewed.localId).toBe(person.uid)
    await store.database.pool.query(
      "update identity.sessions set created_at = created_at - interval '366 days'",
    )
    const lookup = await callIdentity('accounts:lookup', { idToken })
    expect(lookup.json().error.message).toBe('TOKEN_EXPIRED')
    expect((await exchange(idToken)).statusCode).toBe(401)
  })

  test('renewed by a new password lasts another year', async () => {
    store.clock.advance(100 * DAY_MS)
    const { idToken } = (
      await callIdentity('accounts:signInWithPassword', {
        email: person.email,
        password: person.password,
        returnSecureToken: true,
      })
    ).json()
    const changed = await callIdentity('accounts:update', {
      idToken,
      password: 'another-one',
      returnSecureToken: true,
    })
    refreshToken = changed.json().refreshToken
    for (const days of [150, 150]) {
      store.clock.advance(days * DAY_MS)
      expect(await use()).toBe('in')
    }
  })
})

describe('a sign-in of a provider without session ids', () => {
  /** Exchanges a token of a sign-in that many days before now. */
  async function exchangeAfter(userId: string, days: number, signedInAt: Date) {
    const { db } = store.database
    const identity = { uid: userId, sid: null, signedInAt, secondFactor: false }
    const at = new Date(signedInAt.getTime() + days * DAY_MS)
    const device = { id: null, name: 'Firefox' }
    const details = { validSince: new Date(0), device, origin: store.config.origin, mailsPerHour: 5 }
    return errorCodeOf(
      findSignIn(db, identity).then((known) => saveSignIn(db, known, { userId, identity, at, ...details })),
    )
  }

  test('that was ended, or not used for 180 days, is refused after its row is deleted, too', async () => {
    const { db } = store.database
    const userId = await insertUser(db)
    const at = new Date('2026-03-01T12:00:00Z')
    const ended = new Date('2026-03-01T13:00:00Z')
    for (const signedInAt of [at, ended]) expect(await exchangeAfter(userId, 0, signedInAt)).toBe('done')
    await db.updateTable('sign_ins').set({ ended_at: ended }).where('signed_in_at', '=', ended).execute()
    expect(await exchangeAfter(userId, 179, at)).toBe('done')
    expect(await exchangeAfter(userId, 358, at)).toBe('done')
    expect(await exchangeAfter(userId, 366, at)).toBe('unauthenticated')
    await cleanUp(db, new Date(at.getTime() + 366 * DAY_MS), { demo: true })
    const { rows } = await store.database.pool.query('select from sign_ins where user_id = $1', [userId])
    expect(rows).toHaveLength(0)
    for (const signedInAt of [at, ended])
      expect(await exchangeAfter(userId, 366, signedInAt)).toBe('unauthenticated')
  })
})

test('an account that was not used for long is told of its next device', async () => {
  await store.verify(person)
  store.clock.advance(200 * DAY_MS)
  await cleanUpAll()
  expect(await countRows('sign_ins')).toBe(0)
  await store.signInAgain(person)
  const mails = await store.database.db
    .selectFrom('mails')
    .select('subject')
    .where('recipient', '=', person.email)
    .execute()
  expect(mails.map(({ subject }) => subject)).toContain('A new sign-in to your account')
})
