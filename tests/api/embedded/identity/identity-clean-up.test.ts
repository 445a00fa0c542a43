import { expect, test } from 'vitest'
import { cleanUp } from '#embedded/identity/accounts/clean-up.ts'
import { MAIL_CODE_SECONDS } from '#embedded/identity/tokens/secrets.ts'
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
import { enrolTotp, pendingOf, signUpVerified, startTotp } from '#tests/support/identity/second-factors.ts'

const DAY_SECONDS = 86_400
/** No counted code, grant or proof is valid for longer than a mailed code. */
const DAY_AFTER_EXPIRY_SECONDS = DAY_SECONDS + MAIL_CODE_SECONDS + 1

async function countRows({ database }: TestIdentity, tables: string[]): Promise<Record<string, number>> {
  const counts = tables.map(async (table) => {
    const { rows } = await database.pool.query(`select count(*)::int as n from identity.${table}`)
    return [table, rows[0]?.n]
  })
  return Object.fromEntries(await Promise.all(counts))
}

test('the clean-up deletes expired codes and grants, and failed attempts after a day', async () => {
  const identity = await startIdentity()
  const tables = ['attempts', 'oob_codes', 'idp_codes', 'idp_grants']
  const { email } = await signUp(identity)
  await signIn(identity, email, 'wrong')
  await identity.post('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
  await identity.post('popup/code', { nonce: NONCE, email: 'nora@example.com' })
  await popupGrant(identity, { account: 'ada' })
  // one failed attempt has a count of the account, of the IP address and of both
  const before = { attempts: 3, oob_codes: 1, idp_codes: 1, idp_grants: 1 }
  expect(await countRows(identity, tables)).toEqual(before)
  await cleanUp(identity.database.db, identity.clock.now())
  expect(await countRows(identity, tables)).toEqual(before)
  identity.clock.advance(DAY_AFTER_EXPIRY_SECONDS)
  await cleanUp(identity.database.db, identity.clock.now())
  expect(await countRows(identity, tables)).toEqual({
    attempts: 0,
    oob_codes: 0,
    idp_codes: 0,
    idp_grants: 0,
  })
  await identity.close()
})

test('a revoked session is recognised for 180 days, then its token is unknown; an active one stays', {
  tags: 'long',
}, async () => {
  const identity = await startIdentity()
  const revoked = await signUp(identity)
  const active = await signUp(identity)
  await identity.admin.remove(revoked.uid)
  identity.clock.advance(179 * DAY_SECONDS)
  await cleanUp(identity.database.db, identity.clock.now())
  expect(errorOf(await refresh(identity, revoked.refreshToken))).toBe('400 USER_NOT_FOUND')
  expect((await refresh(identity, active.refreshToken)).status).toBe(200)
  identity.clock.advance(2 * DAY_SECONDS)
  await cleanUp(identity.database.db, identity.clock.now())
  expect(errorOf(await refresh(identity, revoked.refreshToken))).toBe('400 INVALID_REFRESH_TOKEN')
  expect((await refresh(identity, active.refreshToken)).status).toBe(200)
  await identity.close()
})

test('the clean-up deletes codes of text messages, phone proofs, open enrolments and pending sign-ins', {
  tags: 'long',
}, async () => {
  const identity = await startIdentity({ methods: ['password', 'phone', 'totp'] })
  const tables = ['sms_codes', 'phone_proofs', 'mfa_enrollments', 'mfa_pending']
  const signInByPhone = (body: object) => identity.post('v1/accounts:signInWithPhoneNumber', body)
  await signInByPhone(await textedCode(identity, '+15555550100'))
  const { idToken } = await signUp(identity)
  await signInByPhone({ idToken, ...(await textedCode(identity, '+15555550100')) })
  await textedCode(identity, '+15555550100')
  const person = await enrolTotp(identity, await signUpVerified(identity))
  await startTotp(identity, person.idToken)
  await pendingOf(identity, person)
  const before = { sms_codes: 1, phone_proofs: 1, mfa_enrollments: 1, mfa_pending: 1 }
  expect(await countRows(identity, tables)).toEqual(before)
  await cleanUp(identity.database.db, identity.clock.now())
  expect(await countRows(identity, tables)).toEqual(before)
  identity.clock.advance(DAY_AFTER_EXPIRY_SECONDS)
  await cleanUp(identity.database.db, identity.clock.now())
  const none = { sms_codes: 0, phone_proofs: 0, mfa_enrollments: 0, mfa_pending: 0 }
  expect(await countRows(identity, tables)).toEqual(none)
  await identity.close()
})
