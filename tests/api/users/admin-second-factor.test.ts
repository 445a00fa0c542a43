import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type EndpointName } from '#contract/api.ts'
import { addDemoPeople } from '#demo/people.ts'
import { listMail } from '#server/mail/mail-history.ts'
import { insertProduct } from '../../support/database/rows.ts'
import { appCode } from '../../support/identity/second-factors.ts'
import { addPart, order } from '../../support/orders/orders.ts'
import { openTestStore, type Person, type TestStore } from '../../support/store.ts'

/* `ADMIN_MFA=required`: an admin acts as one only in a sign-in that passed a second factor. */
let store: TestStore
beforeAll(async () => {
  store = await openTestStore({
    env: { ADMIN_MFA: 'required', IDENTITY_METHODS: 'password,google,totp' },
  })
})
afterAll(() => store.close())

async function toolkit(operation: string, payload: object) {
  const url = `/identity/${operation}?key=${store.config.identity.apiKey}`
  const answer = await store.call({ method: 'POST', url, payload })
  if (answer.statusCode !== 200) throw new Error(answer.payload)
  return answer.json()
}

async function exchanged(person: Person, idToken: string): Promise<Person> {
  const { email } = person
  const { token } = await store.apiWith(idToken).exchangeToken({ params: { email }, body: { email } })
  return { ...person, idToken, token, api: store.apiWith(token) }
}

/** Verifies the address by the mailed link, then enrols an app. */
async function enrol(person: Person) {
  await toolkit('v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: person.idToken })
  const mail = (await listMail(store.database.db)).find(({ to }) => to === person.email)
  const link = new URL(/https?:\/\/\S+\?\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  await toolkit('v1/accounts:update', { oobCode: link.searchParams.get('oobCode') })
  const { totpSessionInfo: started } = await toolkit('v2/accounts/mfaEnrollment:start', {
    idToken: person.idToken,
    totpEnrollmentInfo: {},
  })
  const secret = started.sharedSecretKey
  const { idToken } = await toolkit('v2/accounts/mfaEnrollment:finalize', {
    idToken: person.idToken,
    totpVerificationInfo: {
      sessionInfo: started.sessionInfo,
      verificationCode: appCode(secret, store.clock.now()),
    },
  })
  return { idToken: String(idToken), secret: String(secret) }
}

const outcomeOfCall = async (
  { token }: Person,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
) => {
  const answer = await store.call({ method, url: `/api${path}`, token })
  return [answer.statusCode, answer.json().code]
}
const SECOND_STEP = [403, 'second_step_required']

test('every admin call requires the second factor before it reads its input', async () => {
  const admin = await store.signUpAdmin()
  const adminCalls = (Object.keys(api) as EndpointName[]).filter((name) => api[name].access === 'admin')
  expect(adminCalls.length).toBeGreaterThan(10)
  for (const name of adminCalls) {
    const { method, path } = api[name]
    expect(await outcomeOfCall(admin, method, path.replace(/:\w+/, 'x')), name).toEqual(SECOND_STEP)
  }
})

test('without the second factor an admin is a customer, with no access to other profiles and orders', async () => {
  const admin = await store.signUpAdmin()
  const customer = await store.signUp()
  const boss = await exchanged(admin, (await enrol(admin)).idToken)
  const part = await addPart(boss)
  const { _id } = await order(customer, part)
  const unproven = await store.signUpAdmin()
  expect(await outcomeOfCall(unproven, 'GET', `/user/${customer.email}`)).toEqual([403, 'forbidden'])
  expect(await outcomeOfCall(unproven, 'GET', `/order?email=${customer.email}`)).toEqual([403, 'forbidden'])
  expect(await outcomeOfCall(unproven, 'GET', `/order/${_id}`)).toEqual([404, 'not_found'])
  expect(await outcomeOfCall(unproven, 'DELETE', `/order/${_id}`)).toEqual([404, 'not_found'])
  expect((await order(unproven, part)).email).toBe(unproven.email)
  const params = { email: unproven.email }
  expect(await unproven.api.getAdminFlag({ params })).toEqual({ admin: true })
})

test('a factor gives admin access at the next exchange of its sign-in, and its removal ends it', async () => {
  const admin = await store.signUpAdmin()
  const other = await store.signInAgain(admin)
  const { idToken, secret } = await enrol(admin)
  const proven = await exchanged(admin, idToken)
  expect(await outcomeOfCall(proven, 'GET', '/user')).toEqual([200, undefined])
  // The token from before belongs to the same sign-in.
  expect(await outcomeOfCall(admin, 'GET', '/user')).toEqual([200, undefined])
  expect(await outcomeOfCall(other, 'GET', '/user')).toEqual(SECOND_STEP)

  store.clock.advance(30_000)
  const { mfaPendingCredential, mfaInfo } = await toolkit('v1/accounts:signInWithPassword', {
    email: admin.email,
    password: admin.password,
    returnSecureToken: true,
  })
  const passed = await toolkit('v2/accounts/mfaSignIn:finalize', {
    mfaPendingCredential,
    mfaEnrollmentId: mfaInfo[0].mfaEnrollmentId,
    totpVerificationInfo: { verificationCode: appCode(secret, store.clock.now()) },
  })
  expect(decodeJwt(passed.idToken)).toMatchObject({ firebase: { sign_in_second_factor: 'totp' } })
  const again = await exchanged(admin, passed.idToken)
  expect(await outcomeOfCall(again, 'GET', '/user')).toEqual([200, undefined])

  const withdrawn = await toolkit('v2/accounts/mfaEnrollment:withdraw', {
    idToken: passed.idToken,
    mfaEnrollmentId: mfaInfo[0].mfaEnrollmentId,
  })
  const without = await exchanged(admin, withdrawn.idToken)
  expect(await outcomeOfCall(without, 'GET', '/user')).toEqual(SECOND_STEP)
})

test('customers and visitors do not see the setting, but the configuration for pages has it', async () => {
  const customer = await store.signUp()
  expect(await outcomeOfCall(customer, 'GET', '/user')).toEqual([403, 'forbidden'])
  expect((await store.call({ url: '/api/user' })).statusCode).toBe(401)
  expect((await store.api.getConfig()).identity.adminSecondStep).toBe(true)
})

test('a demo starts with the setting and ends all sessions', { tags: 'long' }, async () => {
  const strict = await openTestStore({ env: { ADMIN_MFA: 'required', IDENTITY_METHODS: 'password,totp' } })
  const { config, database, clock } = strict
  const helper = await strict.signUp('Helper')
  for (let count = 0; count < 12; count += 1) await insertProduct(database.db, { available: 100 })
  await addDemoPeople(strict.app, { db: database.db, config, now: clock.now, print: () => {} })
  const statuses = await database.db
    .selectFrom('orders')
    .select('status')
    .where('status', '=', 'Shift')
    .execute()
  expect(statuses).toHaveLength(2)
  const live = await database.db
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'user_id')
    .select('uid')
    .where('ended_at', 'is', null)
    .execute()
  expect(live).toEqual([{ uid: helper.uid }])
  await strict.close()
})
