import { expect, test } from 'vitest'
import { sweep } from '#embedded/identity/sweep.ts'
import {
  errorOf,
  NONCE,
  popupGrant,
  refresh,
  signIn,
  signUp,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity.ts'

const tables = ['attempts', 'oob_codes', 'idp_codes', 'idp_grants'] as const

async function counts({ database }: TestIdentity): Promise<number[]> {
  const queries = tables.map((table) =>
    database.pool.query<{ n: number }>(`select count(*)::int as n from identity.${table}`),
  )
  return (await Promise.all(queries)).map(({ rows }) => rows[0]?.n ?? 0)
}

test('sweeping forgets failures, codes and grants a day old, and nothing before', async () => {
  const identity = await startIdentity()
  const { email } = await signUp(identity)
  await signIn(identity, email, 'wrong')
  await identity.post('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
  await identity.post('popup/code', { nonce: NONCE, email: 'nora@example.com' })
  await popupGrant(identity, { account: 'ada' })
  const before = await counts(identity)
  expect(before).toEqual([3, 1, 1, 1])
  await sweep(identity.database.db, identity.clock.now())
  expect(await counts(identity)).toEqual(before)
  identity.clock.advance(86_400 + 3601)
  await sweep(identity.database.db, identity.clock.now())
  expect(await counts(identity)).toEqual([0, 0, 0, 0])
  await identity.close()
})

test('a revoked session stays "expired" for half a year; a living one for good', async () => {
  const identity = await startIdentity()
  const [revoked, living] = [await signUp(identity), await signUp(identity)]
  await identity.admin.remove(revoked.uid)
  identity.clock.advance(179 * 86_400)
  await sweep(identity.database.db, identity.clock.now())
  expect(errorOf(await refresh(identity, revoked.refreshToken))).toBe('400 USER_NOT_FOUND')
  identity.clock.advance(2 * 86_400)
  await sweep(identity.database.db, identity.clock.now())
  expect(errorOf(await refresh(identity, revoked.refreshToken))).toBe('400 INVALID_REFRESH_TOKEN')
  expect((await refresh(identity, living.refreshToken)).status).toBe(200)
  await identity.close()
})
