import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  errorOf,
  lookup,
  popupGrant,
  refresh,
  signIn,
  signInWithGoogle,
  signUp,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity/identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity.close())

const update = (body: object) => identity.post('v1/accounts:update', { returnSecureToken: true, ...body })

describe('within one second', () => {
  test('a changed password ends the older refresh tokens, not the new one', async () => {
    const { idToken, refreshToken } = await signUp(identity)
    const { body } = await update({ idToken, password: 'secret2' })
    expect(errorOf(await refresh(identity, refreshToken))).toBe('400 TOKEN_EXPIRED')
    expect((await refresh(identity, body.refreshToken)).status).toBe(200)
  })

  test('a reset password ends the refresh tokens', async () => {
    const { email, refreshToken } = await signUp(identity)
    const oobCode = await identity.mailedCode({ requestType: 'PASSWORD_RESET', email })
    await identity.post('v1/accounts:resetPassword', { oobCode, newPassword: 'secret2' })
    expect(errorOf(await refresh(identity, refreshToken))).toBe('400 TOKEN_EXPIRED')
  })

  test('verification by the owner ends the refresh tokens of the person who registered the address', async () => {
    const { refreshToken } = await signUp(identity, { email: 'ada.practice@example.net' })
    await signInWithGoogle(identity, await popupGrant(identity, { account: 'ada' }))
    expect(errorOf(await refresh(identity, refreshToken))).toBe('400 TOKEN_EXPIRED')
  })

  test('disabling and enabling ends the refresh tokens', async () => {
    const { uid, refreshToken } = await signUp(identity)
    await identity.admin.disable(uid)
    await identity.admin.enable(uid)
    expect(errorOf(await refresh(identity, refreshToken))).toBe('400 TOKEN_EXPIRED')
  })
})

describe('concurrent calls', () => {
  test('a sign-in fails if its password changes meanwhile', async () => {
    const { email, uid } = await signUp(identity)
    const client = await identity.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('update identity.users set password_hash = null where id = $1', [uid])
      const slow = signIn(identity, email)
      await expect.poll(() => countWaitingQueries(identity)).toBeGreaterThan(0)
      await client.query('commit')
      expect(errorOf(await slow)).toBe('400 INVALID_LOGIN_CREDENTIALS')
    } finally {
      client.release()
    }
  })

  test('one of several accounts that change to the same address concurrently succeeds', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => signUp(identity)))
    const updates = people.map(({ idToken }) => update({ idToken, email: 'wanted@example.com' }))
    const results = (await Promise.all(updates)).map(errorOf).sort()
    expect(results).toEqual(['200 no error', ...Array.from({ length: 5 }, () => '400 EMAIL_EXISTS')])
  })

  test('concurrent popups of one new person create one account', async () => {
    const grants = await Promise.all(
      Array.from({ length: 6 }, () => popupGrant(identity, { account: 'max' })),
    )
    const replies = await Promise.all(grants.map((grant) => signInWithGoogle(identity, grant)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.localId)).size).toBe(1)
    expect(replies.filter(({ body }) => body.isNewUser)).toHaveLength(1)
  })
})

describe('several instances', () => {
  test('instances that read the keys of an empty database concurrently create one signing key', async () => {
    const first = await startIdentity()
    const { db } = first.database
    const others = await Promise.all(
      Array.from({ length: 3 }, () => startIdentity({ db, now: first.clock.now })),
    )
    const all = [first, ...others]
    const published = await Promise.all(all.map((instance) => instance.get('.well-known/jwks.json')))
    for (const { body } of published) {
      expect(body.keys).toHaveLength(1)
      expect(body).toEqual(published[0]?.body)
    }
    const { idToken } = await signUp(first)
    for (const instance of all) expect((await lookup(instance, idToken)).status).toBe(200)
    for (const instance of [...others, first]) await instance.close()
  })

  test('instances with different clocks do not delay an allowed attempt', { tags: 'long' }, async () => {
    const ahead = await startIdentity()
    const behind = await startIdentity({ db: ahead.database.db, now: () => new Date('2026-03-01T11:58:00Z') })
    const { email } = await signUp(ahead)
    for (const password of ['wrong-one', 'secret1', 'wrong-one']) await signIn(ahead, email, password)
    expect((await signIn(behind, email)).status).toBe(200)
    await behind.close()
    await ahead.close()
  })

  test('a retired key verifies its last tokens and signs no more', { tags: 'long' }, async () => {
    const first = await startIdentity()
    const { idToken } = await signUp(first)
    await first.database.db
      .updateTable('identity.signing_keys')
      .set({ retired_at: first.clock.now() })
      .execute()
    const next = await startIdentity({ db: first.database.db, now: first.clock.now })
    expect((await lookup(next, idToken)).status).toBe(200)
    const later = await signUp(next)
    const { body } = await next.get('.well-known/jwks.json')
    expect(body.keys).toHaveLength(2)
    expect(later.idToken.split('.')[0]).not.toBe(idToken.split('.')[0])
    await next.close()
    await first.close()
  })
})

async function countWaitingQueries({ database }: TestIdentity): Promise<number> {
  const { rows } = await database.pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? 0
}
