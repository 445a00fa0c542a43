import { setTimeout as sleep } from 'node:timers/promises'
import type { Cart } from '#contract/sales/cart/cart.ts'
import { cardForm, checkoutBody, orderBody, type WantedLine } from '#demo/purchase.ts'
import { type ApiResponse, type CallLog, callApi, retry } from './call-api.ts'
import type { Person } from './people.ts'

export type Part = WantedLine['part'] & { stock: number }
/** An order as its buyer knows it from the responses. */
type AcknowledgedOrder = { orderId: string; isPaid: boolean; isDeleted: boolean }
export type Load = {
  acknowledged: AcknowledgedOrder[]
  /** Orders, payments and deletions without an outcome after a minute. */
  unknown: number
  log: CallLog
  /** One purchase in addition to those of the load. */
  buy(): Promise<void>
  /** Resolves once every buyer has finished the current purchase. */
  stop(): Promise<void>
}
type LoadOptions = {
  origin: string
  publishableKey: string
  people: Person[]
  parts: Part[]
  random: () => number
}

/** The pause of a buyer between two purchases. */
const PAUSE_MS = { min: 30, max: 150 }
const PAID_SHARE = 0.35
const DELETED_SHARE = 0.25
/** Orders of a cart of two or three parts; the others are of one part. */
const CART_SHARE = 0.4

/**
 * Buyers who order, pay and delete until `stop`. Every call is idempotent, and repeated until its outcome is known, for
 * a minute at most.
 */
export function startLoad(options: LoadOptions, log: CallLog): Load {
  const { people, random } = options
  const acknowledged: AcknowledgedOrder[] = []
  let isRunning = true
  const load = { acknowledged, unknown: 0, log }
  const buyAs = async (person: Person) => {
    const placed = await placeOrder(options, person, log)
    if (placed === 'rejected') return
    if (placed === 'unknown') {
      load.unknown += 1
      return
    }
    const order = { orderId: placed.orderId, isPaid: false, isDeleted: false }
    acknowledged.push(order)
    const chance = random()
    const done =
      chance < PAID_SHARE
        ? await pay(options, { person, ...placed }, log)
        : chance < PAID_SHARE + DELETED_SHARE && (await deleteOrder(person, placed.orderId, log))
    if (done === undefined) load.unknown += 1
    order.isPaid = done === true && chance < PAID_SHARE
    order.isDeleted = done === true && chance >= PAID_SHARE
  }
  const running = people.map(async (person) => {
    while (isRunning) {
      await buyAs(person)
      await sleep(PAUSE_MS.min + random() * (PAUSE_MS.max - PAUSE_MS.min))
    }
  })
  return Object.assign(load, {
    async buy() {
      const person = people[Math.floor(random() * people.length)]
      if (person) await buyAs(person)
    },
    async stop() {
      isRunning = false
      await Promise.all(running)
    },
  })
}

type PlacedOrder = { orderId: string; total: number }

let keyCount = 0

async function placeOrder(
  { parts, random }: LoadOptions,
  person: Person,
  log: CallLog,
): Promise<PlacedOrder | 'rejected' | 'unknown'> {
  const wanted = () => {
    const part = parts[Math.floor(random() * parts.length)]
    if (!part) throw new Error('There is nothing to buy')
    return { part, quantity: random() < 0.7 ? 1 : 2 }
  }
  const isCart = random() < CART_SHARE
  const lines = random() < 0.5 ? [wanted(), wanted()] : [wanted(), wanted(), wanted()]
  const request = isCart
    ? await prepareCheckout(person, lines, log)
    : { path: '/api/order', json: orderBody([wanted()], person) }
  if (!request) return 'rejected'
  const key = newKey()
  let sentAt = 0
  const response = await retry(() => {
    sentAt = performance.now()
    return person.call({ method: 'POST', ...request, key }, log)
  })
  if (!response) return 'unknown'
  if (response.status !== 201) return 'rejected'
  log.accepted.push({ sentAt, at: performance.now() })
  return { orderId: String(response.body._id), total: Number(response.body.total) }
}

function newKey(): string {
  keyCount += 1
  return `fault-${process.pid}-${keyCount}`
}

/** Puts parts into the cart, which a refusal before may have left full. Undefined if the store does not say what is in it. */
async function prepareCheckout(person: Person, lines: Required<WantedLine>[], log: CallLog) {
  const held = await retry(() => person.call({ method: 'GET', path: '/api/cart' }, log))
  if (held?.status !== 200) return undefined
  const path = `/api/cart?version=${Number(held.body.version)}`
  if (held.body.id !== null) await retry(() => person.call({ method: 'DELETE', path }, log))
  const json = { lines: lines.map(({ part, quantity }) => ({ productId: part._id, quantity })) }
  const key = newKey()
  const merged = await retry(() => person.call({ method: 'POST', path: '/api/cart/merge', json, key }, log))
  if (merged?.status !== 200) return undefined
  const cart = merged.body.cart as Cart
  return cart.lines.length > 0 ? { path: '/api/checkout', json: checkoutBody(cart) } : undefined
}

/** Whether the store recorded the payment; undefined if a call has no definite response. */
async function pay(
  { origin, publishableKey }: LoadOptions,
  { person, orderId, total }: PlacedOrder & { person: Person },
  log: CallLog,
): Promise<boolean | undefined> {
  const json = { price: total, orderId }
  const opened = await retry(() =>
    person.call({ method: 'POST', path: '/api/create-payment-intent', json }, log),
  )
  if (opened?.status !== 200) return opened && false
  const secret = String(opened.body.clientSecret)
  const intent = secret.split('_secret_')[0] ?? ''
  const confirmed = await retry(() => confirm(origin, { intent, secret, publishableKey }, log))
  if (!confirmed) return undefined
  const paid = {
    method: 'PATCH',
    path: `/api/order/${orderId}`,
    json: { appointment: orderId, transactionId: intent },
  }
  const response = await retry(() => person.call(paid, log))
  return response && response.status === 200
}

function confirm(
  origin: string,
  { intent, secret, publishableKey }: { intent: string; secret: string; publishableKey: string },
  log: CallLog,
): Promise<ApiResponse> {
  const form = cardForm({ publishableKey, clientSecret: secret })
  return callApi(
    origin,
    { method: 'POST', path: `/payments/v1/payment_intents/${intent}/confirm`, form },
    log,
  )
}

/** A repeated deletion gets 404 if the first succeeded and its response was lost. */
async function deleteOrder(person: Person, orderId: string, log: CallLog): Promise<boolean | undefined> {
  const path = `/api/order/${orderId}`
  const response = await retry(() => person.call({ method: 'DELETE', path }, log))
  return response && (response.status === 200 || response.status === 404)
}
