import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cleanUp } from '#server/jobs/clean-up.ts'
import { linkIn } from '../../support/identity/identity.ts'
import { toolkit } from '../../support/identity/store-identity.ts'
import { addPart, order, orderBody, payOrder } from '../../support/orders/orders.ts'
import { openTestStore, type Person, type TestStore } from '../../support/store.ts'

let store: TestStore
let admin: Person

beforeAll(async () => {
  store = await openTestStore({ env: { UNPAID_ORDER_LIMIT: '1000', MAILS_PER_HOUR: '3' } })
  admin = await store.signUpAdmin()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.outbox.deliver()
  await store.database.pool.query('delete from mails')
})

const CONFIRM_SUBJECT = 'Confirm your email address'
const mailsTo = (email: string) =>
  store.database.db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute()
async function subjectsTo(email: string) {
  await store.outbox.deliver()
  return (await mailsTo(email)).map(({ subject }) => subject)
}
const newOrder = async (buyer: Person) => order(buyer, await addPart(admin, { productName: 'Clutch kit' }))
const callIdentity = (operation: string, payload: object) =>
  toolkit(store, `v1/accounts:${operation}`, payload)
/** Signs up with this address; `store.signUp` uses a new one each time. */
async function register(email: string): Promise<Person> {
  const password = 'a-good-password'
  const account = { email, password, returnSecureToken: true }
  const { localId: uid, idToken } = await callIdentity('signUp', account)
  const { token } = await store.apiWith(idToken).exchangeToken({ params: { email }, body: { email } })
  return { name: 'Unverified', email, password, uid, idToken, token, api: store.apiWith(token) }
}
async function deleteAccount({ email, idToken }: Person): Promise<void> {
  const response = await store.call({ method: 'DELETE', url: `/api/user/${email}`, token: idToken })
  expect(response.statusCode).toBe(200)
}

test('sixty orders of an unverified account send one mail, without any text that the buyer entered', async () => {
  const unverified = await store.signUp()
  const part = await addPart(admin, { available: 500 })
  const text = 'customer,\n\n*** SECURITY NOTICE ***\nConfirm your card: https://evil.example/login'
  for (let count = 0; count < 60; count += 1) {
    await unverified.api.placeOrder({
      body: {
        ...orderBody(unverified, part),
        name: text.replace(/\n+/g, ' '),
        address: text,
        location: 'www.evil.example',
      },
    })
    if (count % 20 === 0) await store.outbox.deliver()
  }
  expect(await subjectsTo(unverified.email)).toEqual([CONFIRM_SUBJECT])
  const [mail] = await mailsTo(unverified.email)
  expect(mail?.body).not.toMatch(/evil|SECURITY/)
})

test('once the address is verified by the link, mails are sent without another sign-in', async () => {
  const buyer = await store.signUp()
  const placed = await newOrder(buyer)
  expect(await subjectsTo(buyer.email)).toEqual([CONFIRM_SUBJECT])
  const [mail] = await mailsTo(buyer.email)
  const oobCode = linkIn({ to: '', subject: '', text: mail?.body ?? '' }).searchParams.get('oobCode')
  // The link is valid for longer than the order may stay unpaid.
  store.clock.advance(47 * 3_600_000)
  await callIdentity('update', { oobCode })
  admin = await store.signInAgain(admin)
  await admin.api.setOrderStatus({ params: { id: placed._id }, body: { status: 'Shift' } })
  expect(await subjectsTo(buyer.email)).toEqual([CONFIRM_SUBJECT, 'On its way: Clutch kit'])
})

test('an account with a verified address gets mails about its orders', async () => {
  const buyer = await store.verify(await store.signUp())
  await newOrder(buyer)
  expect(await subjectsTo(buyer.email)).toEqual(['Your order of Clutch kit'])
})

test('a buyer’s former address gets no mail about an order, and the current one is asked for verification', async () => {
  const buyer = await store.verify(await store.signUp())
  const placed = await newOrder(buyer)
  expect(await subjectsTo(buyer.email)).toEqual(['Your order of Clutch kit'])
  const email = `${randomUUID()}@example.com`
  const change = { idToken: buyer.idToken, email, returnSecureToken: true }
  const { idToken } = await callIdentity('update', change)
  await store.apiWith(idToken).exchangeToken({ params: { email }, body: { email } })
  await store.database.pool.query('delete from mails')
  await admin.api.setOrderStatus({ params: { id: placed._id }, body: { status: 'Shift' } })
  expect(await subjectsTo(buyer.email)).toEqual([])
  expect(await subjectsTo(email)).toEqual([CONFIRM_SUBJECT])
})

test('an address is asked for verification once in 30 days, even if it has another account since', async () => {
  const unverified = await store.signUp()
  const { _id: id } = await newOrder(unverified)
  expect(await subjectsTo(unverified.email)).toEqual([CONFIRM_SUBJECT])
  await unverified.api.deleteOrder({ params: { id } })
  await deleteAccount(unverified)
  const newAccount = await register(unverified.email)
  await newOrder(newAccount)
  expect(await subjectsTo(unverified.email)).toEqual([CONFIRM_SUBJECT])
  await cleanUp(store.database.db, new Date(Date.now() + 31 * 24 * 3_600_000), { demo: true })
  await newOrder(newAccount)
  expect(await subjectsTo(unverified.email)).toContain(CONFIRM_SUBJECT)
})

test('an address that has reached its hourly limit of mails is asked for verification in the next hour', async () => {
  const unverified = await store.signUp()
  for (let count = 0; count < 3; count += 1)
    await callIdentity('sendOobCode', { requestType: 'PASSWORD_RESET', email: unverified.email })
  await newOrder(unverified)
  const subjects = await subjectsTo(unverified.email)
  expect(subjects).toEqual(Array.from({ length: 3 }, () => 'Reset your password'))
  store.clock.advance(3_600_000)
  admin = await store.signInAgain(admin)
  expect(await subjectsTo(unverified.email)).toEqual([...subjects, CONFIRM_SUBJECT])
})

test('concurrent deliveries send one verification mail', async () => {
  const unverified = await store.signUp()
  for (let count = 0; count < 5; count += 1) await newOrder(unverified)
  await Promise.all([store.outbox.deliver(), store.outbox.deliver(), store.outbox.deliver()])
  expect(await subjectsTo(unverified.email)).toEqual([CONFIRM_SUBJECT])
})

test('an unverified address gets no mails about another sign-in or a deleted account', async () => {
  const unverified = await store.signUp()
  await deleteAccount(await store.signInAgain(unverified))
  expect(await subjectsTo(unverified.email)).toEqual([])
})

test('text of a buyer or an admin takes one line of a mail and contains no link', async () => {
  const buyer = await store.verify(await store.signUp())
  const part = await addPart(admin, { productName: 'Disc http://evil.example' })
  const placed = await buyer.api.placeOrder({
    body: {
      ...orderBody(buyer, part),
      name: 'Ann, Pay here: https://evil.example/a',
      address: '1 Road\u2028www.evil.example',
      location: 'Old\u202e Port\r\nBcc: evil.example',
    },
  })
  await payOrder(store, buyer, placed)
  const refund = { amount: 1, refunded: 0, reason: 'A dent\nhttps://evil.example' }
  await admin.api.refundOrder({ params: { id: placed._id }, body: refund })
  await store.outbox.deliver()
  const mails = await mailsTo(buyer.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your order of Disc evil. example',
    'Receipt 000001: Disc evil. example',
    'Refund of $1.00 for Disc evil. example',
  ])
  const text = mails.map(({ body }) => body).join('\n')
  expect(text).toContain('Hello Ann, Pay here: evil. example/a,')
  expect(text).toContain('The parts go to 1 Road www. evil. example, Old Port Bcc: evil. example.')
  expect(text).toContain('The reason: A dent evil. example')
  expect(text).not.toMatch(/evil\.example|[\u2028\u202e\r]/)
})

test('a buyer with an invisible name is greeted by the address', async () => {
  const buyer = await store.verify(await store.signUp())
  const body = { ...orderBody(buyer, await addPart(admin)), name: '\u200b' }
  await buyer.api.placeOrder({ body })
  await store.outbox.deliver()
  const [mail] = await mailsTo(buyer.email)
  expect(mail?.body).toMatch(new RegExp(`^Hello ${buyer.email},\n`))
})
