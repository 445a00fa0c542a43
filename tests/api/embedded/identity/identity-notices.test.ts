import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMail } from '#server/platform/mail/mail-history.ts'
import {
  errorOf,
  signIn,
  signUp,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity/identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity({ limits: { mailsPerHour: 3 } })
})
afterAll(() => identity.close())

const subjectsTo = async (email: string) =>
  (await listMail(identity.database.db)).filter(({ to }) => to === email).map(({ subject }) => subject)
const change = (body: object) => identity.post('v1/accounts:update', { returnSecureToken: true, ...body })
const CHANGED = 'Your password was changed'

test('the mailbox is notified of a new password', async () => {
  const { email, idToken } = await signUp(identity)
  await change({ idToken, password: 'secret2' })
  expect(await subjectsTo(email)).toEqual([CHANGED])
})

test('the old mailbox is notified if password and address change together', async () => {
  const { email, idToken } = await signUp(identity)
  const newEmail = `new-${email}`
  await change({ idToken, password: 'secret2', email: newEmail })
  expect(await subjectsTo(email)).toEqual([CHANGED, 'Your email address was changed'])
  expect(await subjectsTo(newEmail)).toEqual([])
})

test('a reset sends a notice; one that is rejected for its password does not', async () => {
  const { email } = await signUp(identity)
  const oobCode = await identity.mailedCode({ requestType: 'PASSWORD_RESET', email })
  expect(errorOf(await identity.post('v1/accounts:resetPassword', { oobCode, newPassword: 'x' }))).toMatch(
    /^400 WEAK_PASSWORD/,
  )
  expect(await subjectsTo(email)).toEqual(['Reset your password'])
  await identity.post('v1/accounts:resetPassword', { oobCode, newPassword: 'secret2' })
  expect(await subjectsTo(email)).toEqual([CHANGED, 'Reset your password'])
})

test('a change of the name sends no mail', async () => {
  const { email, idToken } = await signUp(identity)
  await change({ idToken, displayName: 'Ann' })
  expect(await subjectsTo(email)).toEqual([])
})

test('changes to an unverified account send a limited number of mails and still succeed', async () => {
  const { email } = await signUp(identity)
  let password = 'secret1'
  for (let count = 0; count < 6; count += 1) {
    const { body } = await signIn(identity, email, password)
    password = `secret-${count}`
    expect((await change({ idToken: body.idToken, password })).status).toBe(200)
    identity.clock.advance(1)
  }
  expect(await subjectsTo(email)).toEqual([CHANGED, CHANGED, CHANGED])
})
