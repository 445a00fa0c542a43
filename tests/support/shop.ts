import type { Product } from '#contract/catalog/products/products.ts'
import type { Role } from '#contract/platform/auth/roles.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { cardForm, orderBody, type WantedLine } from '#demo/purchase.ts'
import { placeCart } from './orders/place-cart.ts'
import { type PartFields, partBody } from './products/example-part.ts'
import { openTestStore, type Person, type StoreOptions, type TestStore } from './store.ts'

type Payment = { id: string; secret: string }
type OrderFields = Partial<ReturnType<typeof orderBody>> & { buyer?: Person }

/** A test store, and what its customers and staff do in it, through the API. */
export type Shop = TestStore & {
  /** Signs up a customer. The first one is the buyer where a test names no other. */
  buyer(name?: string): Promise<Person>
  /** Signs up a member of staff. The first admin adds the parts. */
  staff(role: Exclude<Role, 'user'>): Promise<Person>
  /** Puts a part on sale. */
  part(fields?: PartFields): Promise<Product>
  /** Places an order, by default of one new part: of one line with the body of a purchase, in which `fields` replace others; of more lines as carts do. */
  order(lines?: [Partial<WantedLine>, ...Partial<WantedLine>[]], fields?: OrderFields): Promise<Order>
  /** Opens the payment of an order, as its buyer if nobody else is named. */
  openPayment(order: Order, person?: Person): Promise<Payment>
  /** Confirms a payment as the card frame does; returns the sandbox's HTTP status. */
  enterCard(payment: Payment, number?: string): Promise<number>
  /** Pays an order by card, as its buyer; returns the paid order. */
  paid(order: Order): Promise<Order>
}

/** The sandbox's cards, by what happens to a payment with them. */
export const cardNumbers = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenge: '4000002500003155',
  disputed: '4000000000000259',
  inquiry: '4000000000001976',
  refundFails: '4000000000005126',
} as const

/** An access token is valid for an hour. */
const RENEWED_AFTER_MS = 50 * 60_000

export async function openShop(options?: StoreOptions): Promise<Shop> {
  const store = await openTestStore(options)
  /** Everybody, by address, and when their token was issued. */
  const people = new Map<string, { person: Person; at: Date }>()
  let firstBuyer: Promise<Person> | undefined
  let firstAdmin: Promise<Person> | undefined
  const known = (person: Person) => {
    const isNew = people.get(person.email)?.person.token !== person.token
    if (isNew) people.set(person.email, { person, at: store.clock.now() })
    return person
  }
  /** The person with a token that is still valid. */
  const signedIn = async ({ email }: { email: string }) => {
    const found = people.get(email)
    if (!found) throw new Error(`${email} did not sign up in this shop`)
    const isExpiring = store.clock.now().getTime() - found.at.getTime() > RENEWED_AFTER_MS
    return isExpiring ? shop.signInAgain(found.person) : found.person
  }
  const shop: Shop = {
    ...store,
    buyer(name) {
      const person = store.signUp(name).then(known)
      firstBuyer ??= person
      return person
    },
    staff(role) {
      const person = store.signUpStaff(role).then(known)
      if (role === 'admin') firstAdmin ??= person
      return person
    },
    signInAgain: async (person) => known(await store.signInAgain(person)),
    async part(fields) {
      const { api } = await signedIn(await (firstAdmin ?? shop.staff('admin')))
      return api.createProduct({ body: partBody(fields) })
    },
    async order([line, ...others] = [{}], { buyer, ...fields } = {}) {
      const person = buyer ? known(buyer) : await signedIn(await (firstBuyer ?? shop.buyer()))
      const withPart = async (wanted: Partial<WantedLine>) => ({
        ...wanted,
        part: wanted.part ?? (await shop.part()),
      })
      const first = await withPart(line)
      const body = { ...orderBody([first], person), ...fields }
      if (others.length === 0) return person.api.placeOrder({ body })
      const lines = [first]
      for (const other of others) lines.push(await withPart(other))
      return placeCart(store, { person, lines, contact: body })
    },
    async openPayment(order, person) {
      const { api } = person ?? (await signedIn(order))
      const body = { price: order.total, orderId: order._id }
      const { clientSecret: secret } = await api.createPaymentIntent({ body })
      return { id: secret.split('_secret_')[0] ?? '', secret }
    },
    async enterCard({ id, secret }, number = cardNumbers.good) {
      const { publishableKey } = (await store.api.getConfig()).payment
      const response = await store.call({
        method: 'POST',
        url: `/payments/v1/payment_intents/${id}/confirm`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(cardForm({ publishableKey, clientSecret: secret, number })).toString(),
      })
      return response.statusCode
    },
    async paid(order) {
      const payment = await shop.openPayment(order)
      await shop.enterCard(payment)
      const body = { appointment: order._id, transactionId: payment.id }
      const { api } = await signedIn(order)
      return api.markOrderPaid({ params: { id: order._id }, body })
    },
  }
  return shop
}
