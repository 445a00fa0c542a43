import { createHmac } from 'node:crypto'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import type { AppError } from '#contract/platform/errors.ts'
import type { CardProvider } from '#server/sales/payments/provider/card-provider.ts'
import { createStripeProvider } from '#server/sales/payments/provider/stripe.ts'
import { KEYS } from '../../../support/payments/card-sandbox.ts'

const period = { since: new Date(0), until: new Date(86_400_000) }
const calls: Record<string, (cards: CardProvider) => Promise<unknown>> = {
  createIntent: (cards) =>
    cards.createIntent({
      orderId: 'order-1',
      attempt: 1,
      amountMinor: 2500,
      currency: 'usd',
      email: 'ann@example.com',
      description: 'Brake disc',
    }),
  readIntent: (cards) => cards.readIntent('pi_1'),
  cancelIntent: (cards) => cards.cancelIntent('pi_1'),
  refundIntent: (cards) => cards.refundIntent('pi_1', { key: 'refund:1', currency: 'usd' }),
  listRefunds: (cards) => cards.listRefunds('pi_1'),
  listDisputes: (cards) => cards.listDisputes('pi_1'),
  listDisputesWithin: (cards) => cards.listDisputesWithin(period),
  listIntents: (cards) => cards.listIntents(period),
  listRefundsWithin: (cards) => cards.listRefundsWithin(period),
}

const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 2500,
  amount_received: 0,
  currency: 'usd',
  client_secret: 'pi_1_secret_1',
  last_payment_error: null,
  metadata: { orderId: 'order-1' },
  status: 'requires_payment_method',
}
const refund = {
  id: 're_1',
  object: 'refund',
  amount: 700,
  currency: 'usd',
  metadata: {},
  payment_intent: 'pi_1',
  status: 'succeeded',
}
const listOf = (...data: unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1/things' })

const json = (body: unknown, status = 200) => [JSON.stringify(body), status] as const
const invalid: Record<string, readonly [string, number]> = {
  'an HTML page': ['<h1>It works!</h1>', 200],
  'an empty body': ['', 200],
  'half a response': ['{"id":"pi_1","object":"paym', 200],
  null: json(null),
  'a number': json(5),
  'a text': json('ok'),
  'an empty array': json([]),
  'an empty object': json({}),
  'an empty object for an error': json({}, 400),
  'an error without a reason': json({ error: {} }, 400),
  'an error as text': json({ error: 'boom' }, 400),
  'an error with a success status': json({ error: { type: 'api_error' } }),
  'an HTML page for an error': ['<h1>Not found</h1>', 404],
  'a redirection': ['', 302],
  'an unknown status': json({ ...intent, ...listOf({ ...refund, status: 'melting' }), status: 'melting' }),
  'amounts in words': json({ ...intent, ...listOf({ ...refund, amount: 'seven' }), amount: 'much' }),
  'an unknown currency': json({ ...intent, ...listOf({ ...refund, currency: '§' }), currency: '§' }),
  'another object': json({ ...intent, object: 'customer', data: [{ ...refund, object: 'customer' }] }),
  'null in a list': json(listOf(null)),
}

/** Returns the outcome of each call if the provider always sends this response. */
async function outcomesOf(names: string[], [body, status]: readonly [string, number]) {
  const fetch = async () => new Response(body, { status, headers: { 'content-type': 'text/html' } })
  const cards = createStripeProvider({ ...KEYS, fetch }, { ms: 5000 })
  return Promise.all(
    names.map(async (name) => [
      name,
      await calls[name]?.(cards).catch((error: AppError) => `${error.status} ${error.code}`),
    ]),
  )
}

test('an invalid response counts as an unavailable provider, for every call', async () => {
  const names = Object.keys(calls)
  const all = Object.entries(invalid).map(async ([name, sent]) => [name, await outcomesOf(names, sent)])
  const unavailable = names.map((name) => [name, '503 cards_unavailable'])
  expect(await Promise.all(all)).toEqual(Object.keys(invalid).map((name) => [name, unavailable]))
})

test('valid responses about payments and refunds are accepted', async () => {
  const one = await outcomesOf(['createIntent', 'readIntent', 'cancelIntent'], json(intent))
  for (const [, outcome] of one) expect(outcome).toMatchObject({ id: 'pi_1', amountMinor: 2500 })
  expect(await outcomesOf(['refundIntent'], json(refund))).toEqual([['refundIntent', undefined]])
  const read = [{ providerId: 're_1', storeId: null, amountMinor: 700, hasFailed: false }]
  expect(await outcomesOf(['listRefunds'], json(listOf(refund)))).toEqual([['listRefunds', read]])
})

test('a response about another payment or amount is invalid', async () => {
  const unavailable = (...names: string[]) => names.map((name) => [name, '503 cards_unavailable'])
  const other = json({ ...intent, id: 'pi_2', status: 'canceled', metadata: { orderId: 'order-2' } })
  const names = ['createIntent', 'readIntent', 'cancelIntent']
  expect(await outcomesOf(names, other)).toEqual(unavailable(...names))
  expect(await outcomesOf(['createIntent'], json({ ...intent, amount: 25 }))).toEqual(
    unavailable('createIntent'),
  )
  const others = { ...refund, payment_intent: 'pi_2' }
  expect(await outcomesOf(['refundIntent'], json(others))).toEqual(unavailable('refundIntent'))
  expect(await outcomesOf(['listRefunds'], json(listOf(others)))).toEqual(unavailable('listRefunds'))
})

test('the error for the log does not contain the text of the response', async () => {
  const cards = createStripeProvider(
    { ...KEYS, fetch: async () => new Response('secret 4242') },
    { ms: 5000 },
  )
  const error: unknown = await cards.readIntent('pi_1').catch((fault: unknown) => fault)
  const report = inspect(error, { depth: 9 })
  expect(report).toContain('the card provider answered 200 with an invalid body')
  expect(report).not.toContain('4242')
})

test.each<[string, () => Promise<Response>]>([
  ['sends nothing', () => new Promise(() => {})],
  [
    'stops in the middle of its response',
    async () =>
      new Response(new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('{"id":')) })),
  ],
])('a call with a time limit stops waiting for a provider that %s', async (_name, response) => {
  let requests = 0
  const fetch = () => {
    requests += 1
    return response()
  }
  const cards = createStripeProvider({ ...KEYS, fetch }).withBudget({ ms: 200 })
  await expect(cards.readIntent('pi_1')).rejects.toMatchObject({ code: 'cards_unavailable' })
  // A second attempt would begin after the time limit.
  expect(requests).toBe(1)
  await expect(cards.listRefunds('pi_1')).rejects.toMatchObject({ code: 'cards_unavailable' })
  expect(requests).toBe(1)
})

test.each(['{}', '{"id":"evt_1","type":5,"data":{"object":{}}}', '{"id":"evt_1","type":"x"}'])(
  'a signed event with the body %s is rejected',
  (body) => {
    const cards = createStripeProvider(KEYS)
    const time = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', KEYS.webhookSecret).update(`${time}.${body}`).digest('hex')
    expect(() => cards.readEvent(body, `t=${time},v1=${signature}`)).toThrow(
      expect.objectContaining({ status: 400, code: 'invalid_request' }),
    )
  },
)
