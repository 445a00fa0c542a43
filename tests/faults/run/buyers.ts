import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiResponse, ask, type CallLog, insist } from './ask.ts'
import type { Person } from './people.ts'

export type Part = { id: string; price: number; stock: number }
/** The final outcome that a buyer received and relies on. */
type Deal = { orderId: string; isPaid: boolean; isDeleted: boolean }
export type Load = {
  deals: Deal[]
  /** Calls without an outcome after a minute. */
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
const PAID = 0.35
const DELETED = 0.25

/**
 * Buyers who order, pay and delete until `stop`. Every call is idempotent, and repeated until its outcome is
 * known.
 */
export function startLoad(options: LoadOptions, log: CallLog): Load {
  const { people, random } = options
  const deals: Deal[] = []
  let going = true
  const load = { deals, unknown: 0, log }
  const buyAs = async (person: Person) => {
    const bought = await order(options, person, log)
    if (bought === 'refused') return
    if (bought === 'unknown') {
      load.unknown += 1
      return
    }
    const deal = { orderId: bought.orderId, isPaid: false, isDeleted: false }
    deals.push(deal)
    const chance = random()
    const done =
      chance < PAID
        ? await pay(options, { person, ...bought }, log)
        : chance < PAID + DELETED && (await remove(person, bought.orderId, log))
    if (done === undefined) load.unknown += 1
    deal.isPaid = done === true && chance < PAID
    deal.isDeleted = done === true && chance >= PAID
  }
  const running = people.map(async (person) => {
    while (going) {
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
      going = false
      await Promise.all(running)
    },
  })
}

type Bought = { orderId: string; total: number }

let keys = 0

async function order(
  { parts, random }: LoadOptions,
  person: Person,
  log: CallLog,
): Promise<Bought | 'refused' | 'unknown'> {
  const part = parts[Math.floor(random() * parts.length)]
  if (!part) throw new Error('There is nothing to buy')
  keys += 1
  const key = `fault-${process.pid}-${keys}`
  const quantity = random() < 0.7 ? 1 : 2
  const json = {
    productId: part.id,
    email: person.email,
    price: part.price,
    quantity,
    address: '1 Foundry Lane',
    phone: '+1 555 014 0000',
    location: 'Harbour district',
  }
  let askedAt = 0
  const answer = await insist(() => {
    askedAt = performance.now()
    return person.call({ method: 'POST', path: '/api/order', json, key }, log)
  })
  if (!answer) return 'unknown'
  if (answer.status !== 201) return 'refused'
  log.accepted.push({ askedAt, at: performance.now() })
  return { orderId: String(answer.body._id), total: Number(answer.body.total) }
}

/** Whether the store confirmed the payment; undefined without a response. */
async function pay(
  { origin, publishableKey }: LoadOptions,
  { person, orderId, total }: Bought & { person: Person },
  log: CallLog,
): Promise<boolean | undefined> {
  const json = { price: total, orderId }
  const opened = await insist(() =>
    person.call({ method: 'POST', path: '/api/create-payment-intent', json }, log),
  )
  if (opened?.status !== 200) return opened && false
  const secret = String(opened.body.clientSecret)
  const intent = secret.split('_secret_')[0] ?? ''
  const confirmed = await insist(() => confirm(origin, { intent, secret, publishableKey }, log))
  if (!confirmed) return undefined
  const paid = {
    method: 'PATCH',
    path: `/api/order/${orderId}`,
    json: { appointment: orderId, transactionId: intent },
  }
  const answer = await insist(() => person.call(paid, log))
  return answer && answer.status === 200
}

function confirm(
  origin: string,
  { intent, secret, publishableKey }: { intent: string; secret: string; publishableKey: string },
  log: CallLog,
): Promise<ApiResponse> {
  const form = {
    key: publishableKey,
    client_secret: secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2044',
    'payment_method_data[card][cvc]': '123',
  }
  return ask(origin, { method: 'POST', path: `/payments/v1/payment_intents/${intent}/confirm`, form }, log)
}

/** A repeated deletion gets 404 if the first succeeded and its response was lost. */
async function remove(person: Person, orderId: string, log: CallLog): Promise<boolean | undefined> {
  const path = `/api/order/${orderId}`
  const answer = await insist(() => person.call({ method: 'DELETE', path }, log))
  return answer && (answer.status === 200 || answer.status === 404)
}
