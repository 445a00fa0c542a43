import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderBody } from '#demo/purchase.ts'
import { cleanUp } from '#server/background-jobs.ts'
import { linkIn } from '../../../support/identity/identity.ts'
import { toolkit } from '../../../support/identity/store-identity.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person

beforeAll(async () => {
  shop = await openShop({ env: { UNPAID_ORDER_LIMIT: '1000', MAILS_PER_HOUR: '3' } })
  admin = await shop.staff('admin')
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.outbox.deliver()
  await shop.database.pool.query('delete from mails')
})

const CONFIRM_SUBJECT = 'Confirm your email address'
const mailsTo = (email: string) =>
  shop.database.db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute()
async function subjectsTo(email: string) {
  await shop.outbox.deliver()
  return (await mailsTo(email)).map(({ subject }) => subject)
}
const newOrder = async (buyer: Person) =>
  shop.order([{ part: await shop.part({ productName: 'Clutch kit' }) }], { buyer })
const callIdentity = (operation: string, payload: object) =>
  toolkit(shop, `v1/accounts:${operation}`, payload)
/** Signs up with this address; `store.signUp` uses a new one each time. */
async function register(email: string): Promise<Person> {
  const password = 'a-good-password'
  const account = { email, password, returnSecureToken: true }
  const { localId: uid, idToken } = await callIdentity('signUp', account)
  const { token } = await shop.apiWith(idToken).exchangeToken({ params: { email }, body: { email } })
  return { name: 'Unverified', email, password, uid, idToken, token, api: shop.apiWith(token) }
}
async function deleteAccount({ email, idToken }: Person): Promise<void> {
  const response = await shop.call({ method: 'DELETE', url: `/api/user/${email}`, token: idToken })
  expect(response.statusCode).toBe(200)
}

test('sixty orders of an unverified account send one mail, without any text that the buyer entered', async () => {
  const unverified = await shop.buyer()
  const part = await shop.part({ available: 500 })
  const text = 'customer,\n\n*** SECURITY NOTICE ***\nConfirm your card: https://evil.example/login'
  for (let count = 0; count < 60; count += 1) {
    await unverified.api.placeOrder({
      body: {
        ...orderBody([{ part }], unverified),
        name: text.replace(/\n+/g, ' '),
        address: text,
        location: 'www.evil.example',
      },
    })
    if (count % 20 === 0) await shop.outbox.deliver()
  }
  expect(await subjectsTo(unverified.email)).toEqual([CONFIRM_SUBJECT])
  const [mail] = await mailsTo(unverified.email)
  expect(mail?.body).not.toMatch(/evil|SECURITY/)
})

test('once the address is verified by the link, mails are sent without another sign-in', async () => {
  const buyer = await shop.buyer()
  const placed = await newOrder(buyer)
  expect(await subjectsTo(buyer.email)).toEqual([CONFIRM_SUBJECT])
  const [mail] = await mailsTo(buyer.email)
  const oobCode = linkIn({ to: '', subject: '', text: mail?.body ?? '' }).searchParams.get('oobCode')
  // The link is valid for longer than the order may stay unpaid.
  shop.clock.advance(47 * 3_600_000)
  await callIdentity('update', { oobCode })
  admin = await shop.signInAgain(admin)
  await admin.api.setOrderStatus({ params: { id: placed._id }, body: { status: 'Shift' } })
  expect(await subjectsTo(buyer.email)).toEqual([
    CONFIRM_SUBJECT,
    `Order ${placed.number} is on its way: Clutch kit`,
  ])
})

test('an account with a verified address gets mails about its orders', async () => {
  const buyer = await shop.verify(await shop.buyer())
  const { number } = await newOrder(buyer)
  expect(await subjectsTo(buyer.email)).toEqual([`Order ${number}: Clutch kit`])
})

test('a buyer’s former address gets no mail about an order, and the current one is asked for verification', async () => {
  const buyer = await shop.verify(await shop.buyer())
  const placed = await newOrder(buyer)
  expect(await subjectsTo(buyer.email)).toEqual([`Order ${placed.number}: Clutch kit`])
  const email = `${randomUUID()}@example.com`
  const change = { idToken: buyer.idToken, email, returnSecureToken: true }
  const { idToken } = await callIdentity('update', change)
  await shop.apiWith(idToken).exchangeToken({ params: { email }, body: { email } })
  await shop.database.pool.query('delete from mails')
  await admin.api.setOrderStatus({ params: { id: placed._id }, body: { status: 'Shift' } })
  expect(await subjectsTo(buyer.email)).toEqual([])
  expect(await subjectsTo(email)).toEqual([CONFIRM_SUBJECT])
})

test('an address is asked for verification once in 30 days, even if it has another account since', async () => {
  const unverified = await shop.buyer()
  const { _id: id } = await newOrder(unverified)
  expect(await subjectsTo(unverified.email)).toEqual([CONFIRM_SUBJECT])
  await unverified.api.deleteOrder({ params: { id } })
  await deleteAccount(unverified)
  const newAccount = await register(unverified.email)
  await newOrder(newAccount)
  expect(await subjectsTo(unverified.email)).toEqual([CONFIRM_SUBJECT])
  await cleanUp(shop.database.db, new Date(Date.now() + 31 * 24 * 3_600_000), { demo: true })
  await newOrder(newAccount)
  expect(await subjectsTo(unverified.email)).toContain(CONFIRM_SUBJECT)
})

test('an address that has reached its hourly limit of mails is asked for verification in the next hour', async () => {
  const unverified = await shop.buyer()
  for (let count = 0; count < 3; count += 1)
    await callIdentity('sendOobCode', { requestType: 'PASSWORD_RESET', email: unverified.email })
  await newOrder(unverified)
  const subjects = await subjectsTo(unverified.email)
  expect(subjects).toEqual(Array.from({ length: 3 }, () => 'Reset your password'))
  shop.clock.advance(3_600_000)
  admin = await shop.signInAgain(admin)
  expect(await subjectsTo(unverified.email)).toEqual([...subjects, CONFIRM_SUBJECT])
})

test('concurrent deliveries send one verification mail', async () => {
  const unverified = await shop.buyer()
  for (let count = 0; count < 5; count += 1) await newOrder(unverified)
  await Promise.all([shop.outbox.deliver(), shop.outbox.deliver(), shop.outbox.deliver()])
  expect(await subjectsTo(unverified.email)).toEqual([CONFIRM_SUBJECT])
})

test('an unverified address gets no mails about another sign-in or a deleted account', async () => {
  const unverified = await shop.buyer()
  await deleteAccount(await shop.signInAgain(unverified))
  expect(await subjectsTo(unverified.email)).toEqual([])
})

test('text of a buyer or an admin takes one line of a mail and contains no link', async () => {
  const buyer = await shop.verify(await shop.buyer())
  const part = await shop.part({ productName: 'Disc http://evil.example' })
  const placed = await buyer.api.placeOrder({
    body: {
      ...orderBody([{ part }], buyer),
      name: 'Ann, Pay here: https://evil.example/a',
      address: '1 Road\u2028www.evil.example',
      location: 'Old\u202e Port\r\nBcc: evil.example',
    },
  })
  await shop.paid(placed)
  const refund = { amount: 1, refunded: 0, reason: 'A dent\nhttps://evil.example' }
  await admin.api.refundOrder({ params: { id: placed._id }, body: refund })
  await shop.outbox.deliver()
  const mails = await mailsTo(buyer.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Order ${placed.number}: Disc evil. example`,
    `Order ${placed.number}, receipt 000001: Disc evil. example`,
    `Order ${placed.number}, refund of $1.00: Disc evil. example`,
  ])
  const text = mails.map(({ body }) => body).join('\n')
  expect(text).toContain('Hello Ann, Pay here: evil. example/a,')
  expect(text).toContain('The parts go to 1 Road www. evil. example, Old Port Bcc: evil. example.')
  expect(text).toContain('The reason: A dent evil. example')
  expect(text).not.toMatch(/evil\.example|[\u2028\u202e\r]/)
})

test('a buyer with an invisible name is greeted by the address', async () => {
  const buyer = await shop.verify(await shop.buyer())
  const body = { ...orderBody([{ part: await shop.part() }], buyer), name: '\u200b' }
  await buyer.api.placeOrder({ body })
  await shop.outbox.deliver()
  const [mail] = await mailsTo(buyer.email)
  expect(mail?.body).toMatch(new RegExp(`^Hello ${buyer.email},\n`))
})
