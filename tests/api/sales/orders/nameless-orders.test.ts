import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderBody } from '#demo/purchase.ts'
import { listMail } from '#server/platform/mail/mail-history.ts'
import { writeOrderMails } from '#server/sales/orders/order-mails.ts'
import { verifyAddress } from '../../../support/identity/store-identity.ts'
import { mailingStore } from '../../../support/orders/mailing-store.ts'
import { openShop, type Shop } from '../../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test.each([[''], ['  '], [null], [undefined]])('an order with the name %j has no name', async (name) => {
  const part = await shop.part()
  const buyer = await shop.buyer()
  const placed = await buyer.api.placeOrder({ body: { ...orderBody([{ part }], buyer), name } })
  expect(placed.name).toBeNull()
  expect((await buyer.api.getOrder({ params: { id: placed._id } })).name).toBeNull()
})

test.each(['a\nb', 'a\u202eb'])(
  'an order with the name %j is rejected: it has a line break or changes the direction of text',
  async (name) => {
    const part = await shop.part()
    const buyer = await shop.buyer()
    const placed = buyer.api.placeOrder({ body: { ...orderBody([{ part }], buyer), name } })
    await expect(placed).rejects.toMatchObject({ code: 'invalid_request', errors: [{ path: 'name' }] })
  },
)

test('the mail greets the address if the order has no name or an empty one', async () => {
  const part = await shop.part()
  const buyer = await shop.buyer()
  await verifyAddress(shop, buyer)
  const { db } = shop.database
  for (const name of [null, '']) {
    const { _id: id } = await buyer.api.placeOrder({ body: { ...orderBody([{ part }], buyer), name: null } })
    await db.updateTable('orders').set({ name }).where('id', '=', id).execute()
    await writeOrderMails(db, mailingStore)
    const mail = (await listMail(db)).find(
      ({ to, subject }) => to === buyer.email && subject.startsWith('Order '),
    )
    expect(mail?.text).toMatch(new RegExp(`^Hello ${buyer.email},\n`))
    await db.deleteFrom('mails').execute()
  }
})
