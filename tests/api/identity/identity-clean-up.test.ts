import { expect, test } from 'vitest'
import { cleanUp } from '#embedded/identity/accounts/clean-up.ts'
import {
  errorOf,
  NONCE,
  popupGrant,
  refresh,
  signIn,
  signUp,
  startIdentity,
  type TestIdentity,
  textedCode,
} from '#tests/support/identity/identity.ts'
import { enrolTotp, pendingOf, signUpProven, startTotp } from '#tests/support/identity/second-factors.ts'

const tables = ['attempts', 'oob_codes', 'idp_codes', 'idp_grants'] as const

async function counts({ database }: TestIdentity, names: readonly string[] = tables): Promise<number[]> {
  const queries = names.map((table) =>
    database.pool.query<{ n: number }>(`select count(*)::int as n from identity.${table}`),
  )
  return (await Promise.all(queries)).map(({ rows }) => rows[0]?.n ?? 0)
}

test('the clean-up deletes failed attempts, codes and grants after a day, not before', async () => {
  const identity = await startIdentity()
  const { email } = await signUp(identity)
  await signIn(identity, email, 'wrong')
  await identity.post('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
  await identity.post('popup/code', { nonce: NONCE, email: 'nora@example.com' })
  await popupGrant(identity, { account: 'ada' })
  const before = await counts(identity)
  expect(before).toEqual([3, 1, 1, 1])
  await cleanUp(identity.database.db, identity.clock.now())
  expect(await counts(identity)).toEqual(before)
  identity.clock.advance(86_400 + 3601)
  await cleanUp(identity.database.db, identity.clock.now())
  expect(await counts(identity)).toEqual([0, 0, 0, 0])
  await identity.close()
})

test('a revoked session is reported as "expired" for half a year; an active one is kept', {
  tags: 'long',
}, async () => {
  const identity = await startIdentity()
  const revoked = await signUp(identity)
  const living = await signUp(identity)
  await identity.admin.remove(revoked.uid)
  identity.clock.advance(179 * 86_400)
  await cleanUp(identity.database.db, identity.clock.now())
  expect(errorOf(await refresh(identity, revoked.refreshToken))).toBe('400 USER_NOT_FOUND')
  identity.clock.advance(2 * 86_400)
  await cleanUp(identity.database.db, identity.clock.now())
  expect(errorOf(await refresh(identity, revoked.refreshToken))).toBe('400 INVALID_REFRESH_TOKEN')
  expect((await refresh(identity, living.refreshToken)).status).toBe(200)
  await identity.close()
})

test('the clean-up deletes codes of text messages, phone proofs and unfinished second factors', {
  tags: 'long',
}, async () => {
  const identity = await startIdentity({ methods: ['password', 'phone', 'totp'] })
  const names = ['sms_codes', 'phone_proofs', 'mfa_enrollments', 'mfa_pending']
  const open = (body: object) => identity.post('v1/accounts:signInWithPhoneNumber', body)
  await open(await textedCode(identity, '+15555550100'))
  const { idToken } = await signUp(identity)
  await open({ idToken, ...(await textedCode(identity, '+15555550100')) })
  await textedCode(identity, '+15555550100')
  const person = await enrolTotp(identity, await signUpProven(identity))
  await startTotp(identity, person.idToken)
  await pendingOf(identity, person)
  expect(await counts(identity, names)).toEqual([1, 1, 1, 1])
  await cleanUp(identity.database.db, identity.clock.now())
  expect(await counts(identity, names)).toEqual([1, 1, 1, 1])
  identity.clock.advance(86_400 + 3601)
  await cleanUp(identity.database.db, identity.clock.now())
  expect(await counts(identity, names)).toEqual([0, 0, 0, 0])
  await identity.close()
})
