import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { setCardFaults } from '../../../support/payments/card-faults.ts'
import { cardNumbers, openShop, type Shop } from '../../../support/shop.ts'
import { openTestStore, type Person } from '../../../support/store.ts'

let shop: Shop
let buyer: Person
let part: Product

beforeAll(async () => {
  shop = await openShop()
  buyer = await shop.buyer()
  part = await shop.part({ available: 1000 })
})
afterAll(() => shop.close())
afterEach(() => control('DELETE'))

function control(method: 'GET' | 'POST' | 'DELETE', payload?: object, path = '/faults') {
  return shop.call({ method, url: `/payments/control${path}`, ...(payload ? { payload } : {}) })
}

function sendForm(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return shop.call({
    method: 'POST',
    url: '/payments/control',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
}

async function countIntents(): Promise<number> {
  const rows = await shop.database.db.selectFrom('cards.intents').select('id').execute()
  return rows.length
}

describe('faults of calls', () => {
  test.each([
    ['fail', 0],
    ['drop', 0],
    ['babble', 0],
    ['blank', 0],
    ['act_and_fail', 1],
    ['act_and_drop', 1],
    ['act_and_babble', 1],
    ['act_and_blank', 1],
  ])(
    'a provider with the fault %s at opening is unavailable to the buyer and creates %d intents',
    async (act, created) => {
      const placed = await shop.order([{ part }])
      const before = await countIntents()
      await control('POST', { target: 'create', act })
      expect(await outcomeOf(shop.openPayment(placed))).toBe('503 cards_unavailable')
      expect((await countIntents()) - before).toBe(created)
      await control('DELETE')
      expect(await outcomeOf(shop.openPayment(placed))).toBe('accepted')
    },
  )

  test('a fault applies to as many calls as configured, and the card form can read its response', async () => {
    const placed = await shop.order([{ part }])
    const payment = await shop.openPayment(placed)
    await control('POST', { target: 'confirm', act: 'fail', remaining: 2 })
    const config = await shop.api.getConfig()
    const rejected = await shop.call({
      method: 'POST',
      url: `/payments/v1/payment_intents/${payment.id}/confirm`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
      payload: `key=${config.payment.publishableKey}&client_secret=${payment.secret}`,
    })
    expect(rejected.statusCode).toBe(500)
    expect(rejected.json().error.type).toBe('api_error')
    expect(rejected.headers['access-control-allow-origin']).toBe('*')
    expect(await shop.openPayment(placed)).toEqual(payment)
    expect(await shop.enterCard(payment)).toBe(500)
    expect((await control('GET')).json()).toMatchObject([{ target: 'confirm', remaining: 0 }])
    expect(await shop.enterCard(payment)).toBe(200)
  })

  test('a fault with a share affects some calls; a slow response still arrives', async () => {
    await control('POST', { target: 'list', act: 'fail', share: 0.5 })
    await control('POST', { target: 'list', act: 'slow', delayMs: 1 })
    const responses = await Promise.all(
      Array.from({ length: 60 }, () => outcomeOf(shop.cards?.listRefunds('pi_1') ?? Promise.resolve())),
    )
    expect(new Set(responses)).toEqual(new Set(['accepted', '503 cards_unavailable']))
  })
})

describe('faults of events', () => {
  const readEvents = async () => {
    const { db } = shop.database
    return db.selectFrom('cards.events').select(['type', 'attempts', 'delivered_at']).execute()
  }
  const payNewOrder = async () => {
    const placed = await shop.order([{ part }])
    await shop.enterCard(await shop.openPayment(placed), cardNumbers.good)
    return placed._id
  }
  const isPaid = async (id: string) => (await buyer.api.getOrder({ params: { id } })).paid

  test('an order whose events are lost stays unpaid', async () => {
    await control('POST', { target: 'events', act: 'lose' })
    const id = await payNewOrder()
    await shop.sandbox?.deliverNow()
    shop.clock.advance(1_200_000)
    await shop.sandbox?.deliverNow()
    expect(await isPaid(id)).toBe(false)
  })

  test('events that arrive twice, late or out of order pay their orders, and each attempted event is delivered', async () => {
    buyer = await shop.signInAgain(buyer)
    await control('POST', { target: 'events', act: 'double', share: 0.5 })
    await control('POST', { target: 'events', act: 'reorder', delayMs: 5000, share: 0.5 })
    await control('POST', { target: 'events', act: 'delay', delayMs: 9000 })
    const ids = [await payNewOrder(), await payNewOrder(), await payNewOrder()]
    await shop.sandbox?.deliverNow()
    shop.clock.advance(9000)
    await shop.sandbox?.deliverNow()
    expect(await Promise.all(ids.map(isPaid))).toEqual([true, true, true])
    const undelivered = (await readEvents()).filter((event) => event.attempts > 0 && !event.delivered_at)
    expect(undelivered).toEqual([])
  })
})

describe('the control page', () => {
  const page = async () => (await control('GET', undefined, '')).body

  test('the control page shows the active faults, sets them by its forms and removes them', async () => {
    expect(await page()).toContain('Everything works as it should.')
    const added = await sendForm({ do: 'add', target: 'refund', act: 'slow', delayMs: '1500', share: '25' })
    expect([added.statusCode, added.headers.location]).toEqual([303, '/payments/control'])
    expect((await control('GET')).json()).toMatchObject([
      { target: 'refund', act: 'slow', delayMs: 1500, share: 0.25, remaining: null },
    ])
    expect(await page()).toContain('<td>1,500</td><td>25</td><td>until removed</td>')
    const id = String((await control('GET')).json()[0].id)
    await sendForm({ do: 'remove', id })
    await sendForm({ do: 'add', target: 'events', act: 'lose', delayMs: '', share: '', remaining: '3' })
    expect((await control('GET')).json()).toMatchObject([{ act: 'lose', share: 1, remaining: 3 }])
    await sendForm({ do: 'reset' })
    expect((await control('GET')).json()).toEqual([])
  })

  test.each<Record<string, string>>([
    { target: 'events', act: 'slow', delayMs: '5' },
    { target: 'create', act: 'lose' },
    { target: 'create', act: 'slow' },
    { target: 'create', act: 'slow', delayMs: '60001' },
    { target: 'create', act: 'fail', share: '0' },
    { target: 'create', act: 'fail', remaining: '1.5' },
    { target: '"><script>', act: 'fail', delayMs: '"><script>' },
  ])('the control page rejects %o', async (fields) => {
    const rejected = await sendForm({ do: 'add', ...fields })
    expect(rejected.statusCode).toBe(400)
    expect(rejected.body).toContain('role="alert"')
    expect(rejected.body).not.toContain('<script>')
    expect((await control('POST', fields)).statusCode).toBe(400)
    expect((await control('GET')).json()).toEqual([])
  })

  test('the control page rejects forms of other sites and other host names', async () => {
    const fault = { do: 'add', target: 'create', act: 'fail' }
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      // An attacker's host name that resolves to this machine.
      { 'sec-fetch-site': 'same-origin', origin: 'http://evil.example:3000', host: 'evil.example:3000' },
    ]
    for (const headers of foreign) expect((await sendForm(fault, headers)).statusCode).toBe(403)
    expect((await control('GET')).json()).toEqual([])
    const own = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000', host: 'localhost:3000' }
    expect((await sendForm(fault, own)).statusCode).toBe(303)
  })

  test('a store without the sandbox has no control page, and the settings of production reject the sandbox', {
    tags: 'long',
  }, async () => {
    const withoutCards = await openShop({ env: { CARDS: 'off' } })
    for (const url of ['/payments/control', '/payments/control/faults', '/payments/control.css']) {
      expect((await withoutCards.call({ url })).statusCode).toBe(404)
    }
    await withoutCards.close()
    const env = { STORE_MODE: 'production', CARDS: 'sandbox' }
    expect(() => readConfig(env)).toThrow('CARDS must be stripe or off')
  })
})

test('a share meets the same calls in every run', async () => {
  async function callWithFaults(): Promise<string[]> {
    const store = await openTestStore()
    await setCardFaults(store, { target: 'list', act: 'fail', share: 0.5 })
    const outcomes: string[] = []
    for (let call = 0; call < 12; call += 1)
      outcomes.push(await outcomeOf(store.cards?.listRefunds('pi_1') ?? Promise.resolve()))
    await store.close()
    return outcomes
  }
  const outcomes = await callWithFaults()
  expect(new Set(outcomes)).toEqual(new Set(['accepted', '503 cards_unavailable']))
  expect(await callWithFaults()).toEqual(outcomes)
})
