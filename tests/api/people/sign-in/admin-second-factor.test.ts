import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type EndpointName } from '#contract/api.ts'
import { addDemoPeople } from '#demo/people.ts'
import { appCode } from '../../../support/identity/second-factors.ts'
import { addApp, toolkit, verifyAddress } from '../../../support/identity/store-identity.ts'
import { partBody } from '../../../support/products/example-part.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { insertProduct } from '../../../support/shop-rows.ts'
import type { Person } from '../../../support/store.ts'

/* `ADMIN_MFA=required`: staff act as such only in a sign-in that passed a second factor. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({
    env: { ADMIN_MFA: 'required', IDENTITY_METHODS: 'password,google,totp' },
  })
})
afterAll(() => shop.close())

async function exchangeToken(person: Person, idToken: string): Promise<Person> {
  const { email } = person
  const { token } = await shop.apiWith(idToken).exchangeToken({ params: { email }, body: { email } })
  return { ...person, idToken, token, api: shop.apiWith(token) }
}

/** Verifies the address by the mailed link, then enrols an authenticator app. */
async function enrol(person: Person) {
  await verifyAddress(shop, person)
  return addApp(shop, person)
}

type Call = { method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string }
async function outcomeOfCall({ token }: Person, { method = 'GET', path }: Call) {
  const answer = await shop.call({ method, url: `/api${path}`, token })
  return [answer.statusCode, answer.json().code]
}
const SECOND_FACTOR_REQUIRED = [403, 'second_step_required']
const FORBIDDEN = [403, 'forbidden']
const NOT_FOUND = [404, 'not_found']

test('every admin call requires the second factor before it reads its input', async () => {
  const admin = await shop.staff('admin')
  const adminCalls = (Object.keys(api) as EndpointName[]).filter(
    (name) => typeof api[name].access !== 'string',
  )
  expect(adminCalls.length).toBeGreaterThan(10)
  for (const name of adminCalls) {
    const { method, path } = api[name]
    expect(await outcomeOfCall(admin, { method, path: path.replace(/:\w+/, 'x') }), name).toEqual(
      SECOND_FACTOR_REQUIRED,
    )
  }
})

test('without the second factor an admin has the rights of a customer, and still the admin flag', async () => {
  const admin = await shop.staff('admin')
  const customer = await shop.buyer()
  const adminWithFactor = await exchangeToken(admin, (await enrol(admin)).idToken)
  const part = await adminWithFactor.api.createProduct({ body: partBody() })
  const { _id } = await shop.order([{ part }], { buyer: customer })
  const adminWithoutFactor = await shop.staff('admin')
  expect(await outcomeOfCall(adminWithoutFactor, { path: `/user/${customer.email}` })).toEqual(FORBIDDEN)
  expect(await outcomeOfCall(adminWithoutFactor, { path: `/order?email=${customer.email}` })).toEqual(
    FORBIDDEN,
  )
  expect(await outcomeOfCall(adminWithoutFactor, { path: `/order/${_id}` })).toEqual(NOT_FOUND)
  expect(await outcomeOfCall(adminWithoutFactor, { method: 'DELETE', path: `/order/${_id}` })).toEqual(
    NOT_FOUND,
  )
  expect((await shop.order([{ part }], { buyer: adminWithoutFactor })).email).toBe(adminWithoutFactor.email)
  const params = { email: adminWithoutFactor.email }
  expect(await adminWithoutFactor.api.getAdminFlag({ params })).toEqual({ admin: true })
})

test.each([
  { role: 'catalogue', allowed: '/manage-review', refused: '/manage' },
  { role: 'orders', allowed: '/manage', refused: '/failed-job' },
  { role: 'accounts', allowed: '/failed-job', refused: '/estimate' },
  { role: 'viewer', allowed: '/estimate', refused: '/import' },
] as const)('$role has its permissions only in a sign-in with the second factor', async (row) => {
  const person = await shop.staff(row.role)
  const customer = await shop.buyer()
  const own = { path: `/user/${person.email}` }
  const foreign = { path: `/order?email=${customer.email}` }
  for (const path of [row.allowed, row.refused])
    expect(await outcomeOfCall(person, { path })).toEqual(SECOND_FACTOR_REQUIRED)
  expect(await outcomeOfCall(person, own)).toEqual([200, undefined])
  expect(await outcomeOfCall(person, foreign)).toEqual(FORBIDDEN)
  expect(await person.api.getUser({ params: { email: person.email } })).toMatchObject({ role: row.role })

  const withFactor = await exchangeToken(person, (await enrol(person)).idToken)
  expect(await outcomeOfCall(withFactor, { path: row.allowed })).toEqual([200, undefined])
  expect(await outcomeOfCall(withFactor, { path: row.refused })).toEqual(FORBIDDEN)
  const isReadingOrders = row.role !== 'catalogue'
  expect(await outcomeOfCall(withFactor, foreign)).toEqual(isReadingOrders ? [200, undefined] : FORBIDDEN)
})

test('a role that is given holds the setting at once: the next call needs the second factor', async () => {
  const admin = await shop.staff('admin')
  const adminWithFactor = await exchangeToken(admin, (await enrol(admin)).idToken)
  const person = await shop.buyer()
  expect(await outcomeOfCall(person, { path: '/manage' })).toEqual(FORBIDDEN)
  const body = { role: 'orders', confirmUnverified: true } as const
  await adminWithFactor.api.setRole({ params: { email: person.email }, body })
  expect(await outcomeOfCall(person, { path: '/manage' })).toEqual(SECOND_FACTOR_REQUIRED)
  const withFactor = await exchangeToken(person, (await enrol(person)).idToken)
  expect(await outcomeOfCall(withFactor, { path: '/manage' })).toEqual([200, undefined])
})

test('adding a factor gives admin access at the next exchange of its sign-in, and removing it ends that', async () => {
  const admin = await shop.staff('admin')
  const other = await shop.signInAgain(admin)
  const { idToken, secret } = await enrol(admin)
  const adminWithFactor = await exchangeToken(admin, idToken)
  expect(await outcomeOfCall(adminWithFactor, { path: '/user' })).toEqual([200, undefined])
  // The access token from before the enrolment belongs to the same sign-in, so it has admin access too.
  expect(await outcomeOfCall(admin, { path: '/user' })).toEqual([200, undefined])
  expect(await outcomeOfCall(other, { path: '/user' })).toEqual(SECOND_FACTOR_REQUIRED)

  shop.clock.advance(30_000)
  const { mfaPendingCredential, mfaInfo } = await toolkit(shop, 'v1/accounts:signInWithPassword', {
    email: admin.email,
    password: admin.password,
    returnSecureToken: true,
  })
  const passed = await toolkit(shop, 'v2/accounts/mfaSignIn:finalize', {
    mfaPendingCredential,
    mfaEnrollmentId: mfaInfo[0].mfaEnrollmentId,
    totpVerificationInfo: { verificationCode: appCode(secret, shop.clock.now()) },
  })
  expect(decodeJwt(passed.idToken)).toMatchObject({ firebase: { sign_in_second_factor: 'totp' } })
  const again = await exchangeToken(admin, passed.idToken)
  expect(await outcomeOfCall(again, { path: '/user' })).toEqual([200, undefined])

  const withdrawn = await toolkit(shop, 'v2/accounts/mfaEnrollment:withdraw', {
    idToken: passed.idToken,
    mfaEnrollmentId: mfaInfo[0].mfaEnrollmentId,
  })
  const without = await exchangeToken(admin, withdrawn.idToken)
  expect(await outcomeOfCall(without, { path: '/user' })).toEqual(SECOND_FACTOR_REQUIRED)
})

test('customers get 403 and visitors 401 despite the setting; the public configuration contains it', async () => {
  const customer = await shop.buyer()
  expect(await outcomeOfCall(customer, { path: '/user' })).toEqual(FORBIDDEN)
  expect((await shop.call({ url: '/api/user' })).statusCode).toBe(401)
  expect((await shop.api.getConfig()).identity.adminSecondStep).toBe(true)
})

test('creating the demo accounts works with the setting and leaves none of them signed in', {
  tags: 'long',
}, async () => {
  const strict = await openShop({ env: { ADMIN_MFA: 'required', IDENTITY_METHODS: 'password,totp' } })
  const { config, database, clock } = strict
  const helper = await strict.buyer('Helper')
  for (let count = 0; count < 12; count += 1) await insertProduct(database.db, { available: 100 })
  await addDemoPeople(strict.app, { db: database.db, config, now: clock.now, print: () => {} })
  const statuses = await database.db
    .selectFrom('orders')
    .select('status')
    .where('status', '=', 'Shift')
    .execute()
  expect(statuses).toHaveLength(2)
  const open = await database.db
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'user_id')
    .select('uid')
    .where('ended_at', 'is', null)
    .execute()
  expect(open).toEqual([{ uid: helper.uid }])
  await strict.close()
})
