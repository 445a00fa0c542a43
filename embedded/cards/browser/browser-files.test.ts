import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { API_VERSION } from '../events/events.ts'
import { joinScripts } from './browser-files.ts'

type Library = ((key?: unknown) => Record<string, unknown>) & { version: string }

async function loadLibrary(): Promise<Library> {
  const script = await joinScripts(['card-element.js', 'challenge.js', 'stripe.js'])
  const window: { Stripe?: Library } = {}
  const document = { currentScript: { src: 'http://shop.test/payments/v1/stripe.js' } }
  runInNewContext(script, { window, document, URL })
  if (!window.Stripe) throw new Error('window.Stripe is missing')
  return window.Stripe
}

test('the library is one classic script that defines window.Stripe with its release and the calls that react-stripe-js needs', async () => {
  const Stripe = await loadLibrary()
  expect(Stripe.version).toBe(API_VERSION.split('.')[1])
  const stripe = Stripe('pk_test_1')
  for (const name of ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment']) {
    expect(stripe[name]).toBeTypeOf('function')
  }
})

test.each([undefined, '', 'sk_test_1'])('the key %j throws an IntegrationError', async (key) => {
  const Stripe = await loadLibrary()
  expect(() => Stripe(key)).toThrow(expect.objectContaining({ name: 'IntegrationError' }))
})

test('joined scripts contain no import and no export', async () => {
  for (const names of [
    ['card-element.js', 'challenge.js', 'stripe.js'],
    ['card-input.js', 'card-frame.js'],
  ]) {
    expect(await joinScripts(names)).not.toMatch(/^(import|export)\b/m)
  }
})
