import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#contract/api-client.ts'
import { readMoney } from '#contract/platform/amount-input.ts'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { ConnectionError } from '../api/browser-api.ts'
import { formAction } from './form.ts'

beforeEach(() => vi.stubGlobal('navigator', { onLine: true }))
afterEach(() => vi.unstubAllGlobals())

const schema = async () => z.object({ name: z.string().check(z.minLength(1, 'Name is required')) })

/** The status and the result of a form's action that calls `send`. */
async function submit(send: () => Promise<unknown>, name = 'Mina', load = schema) {
  const submission = { values: { name }, idempotencyKey: 'key', mayAlreadyBeDone: false, context: {} }
  const { data, init } = await formAction(submission, { schema: load, send })
  return { status: init?.status, ...data }
}
const failing = (error: unknown) => () => Promise.reject(error)

test('a successful call gives its value and the status 200', async () => {
  expect(await submit(async () => 'review 7')).toEqual({ status: 200, ok: true, value: 'review 7' })
})

test('after a 409 response the outcome is refused, with its error code, and the status is 200', async () => {
  const error = new ApiError(409, { code: 'price_changed' })
  expect(await submit(failing(error))).toMatchObject({
    status: 200,
    ok: false,
    outcome: 'refused',
    code: 'price_changed',
  })
})

test.each([
  ['a lost connection', new ConnectionError('down')],
  ['a 500 response', new ApiError(500, { code: 'internal' })],
])('after %s the outcome is unknown, and the status is 503', async (_, error) => {
  expect(await submit(failing(error))).toMatchObject({ status: 503, ok: false, outcome: 'unknown' })
})

test('values that the schema rejects are not sent, and the status is 503', async () => {
  const send = vi.fn()
  expect(await submit(send, '')).toMatchObject({
    status: 503,
    outcome: 'notSent',
    errors: { name: 'Name is required' },
  })
  expect(send).not.toHaveBeenCalled()
})

test('a field is read as people type it, before the schema, and its error is shown with those of other fields', async () => {
  const read = { price: (typed: string) => readMoney(typed, { currency: 'eur', locale: 'de-DE' }) }
  const price = async () =>
    z.object({ ...(await schema()).shape, price: z.string().check(z.minLength(1, 'Price is required')) })
  const submitPrice = async (typed: string, name = 'Mina') => {
    const values = { name, price: typed }
    const submission = { values, idempotencyKey: 'key', mayAlreadyBeDone: false, context: {} }
    return (await formAction(submission, { schema: price, read, send: async (sent) => sent })).data
  }
  expect(await submitPrice('1.234,50')).toEqual({ ok: true, value: { name: 'Mina', price: '1234.50' } })
  expect(await submitPrice(' ')).toMatchObject({ ok: true, value: { price: ' ' } })
  expect(await submitPrice('')).toMatchObject({ errors: { price: 'Price is required' } })
  expect(await submitPrice('12,500', '')).toMatchObject({
    outcome: 'notSent',
    errors: { name: 'Name is required', price: expect.stringContaining('12.500,00 or 12,50') },
  })
})

test('if a module cannot be loaded, the result has a message and nothing is sent', async () => {
  const send = vi.fn()
  const failedImport = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  expect(await submit(send, 'Mina', failedImport)).toMatchObject({
    outcome: 'notSent',
    formError: uiTexts.partLost,
  })
  expect(send).not.toHaveBeenCalled()
})
