import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#contract/api-client.ts'
import { uiTexts } from '#contract/messages/ui.ts'
import { ConnectionError } from '../../api/browser-api.ts'
import { formAction } from './form.ts'

beforeEach(() => vi.stubGlobal('navigator', { onLine: true }))
afterEach(() => vi.unstubAllGlobals())

const schema = async () => z.object({ name: z.string().check(z.minLength(1, 'Name is required')) })

/** What the action of a form answers whose call does this. */
async function answerOf(send: () => Promise<unknown>, name = 'Mina', load = schema) {
  const submission = { values: { name }, idempotencyKey: 'key', mayBeDone: false, context: {} }
  const { data, init } = await formAction(submission, { schema: load, send })
  return { status: init?.status, ...data }
}
const failing = (error: unknown) => () => Promise.reject(error)

test('a success hands over what the store answered, and the page is read again', async () => {
  expect(await answerOf(async () => 'review 7')).toEqual({ status: 200, ok: true, value: 'review 7' })
})

test('a refusal of the store is shown, and the page is read again', async () => {
  const refusal = new ApiError(409, { code: 'price_changed' })
  expect(await answerOf(failing(refusal))).toMatchObject({
    status: 200,
    ok: false,
    outcome: 'refused',
    code: 'price_changed',
  })
})

test.each([
  ['a lost connection', new ConnectionError('down')],
  ['a fault of the store', new ApiError(500, { code: 'internal' })],
])('after %s the outcome is unknown, and the page is not read again', async (_what, error) => {
  expect(await answerOf(failing(error))).toMatchObject({ status: 503, ok: false, outcome: 'unknown' })
})

test('what the schema refuses is not sent', async () => {
  const send = vi.fn()
  expect(await answerOf(send, '')).toMatchObject({
    status: 503,
    outcome: 'notSent',
    errors: { name: 'Name is required' },
  })
  expect(send).not.toHaveBeenCalled()
})

test('a module that did not arrive is a message, and nothing is sent', async () => {
  const send = vi.fn()
  const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  expect(await answerOf(send, 'Mina', lost)).toMatchObject({
    outcome: 'notSent',
    formError: uiTexts.partLost,
  })
  expect(send).not.toHaveBeenCalled()
})
