import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '#tests/support/store.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const BODIES = {
  'malformed JSON': '{',
  'JSON that is not UTF-8': Buffer.from([0x22, 0xff, 0x22]),
  'deeply nested JSON': '['.repeat(100),
  'JSON with a null character': '{"a":"\\u0000"}',
  'JSON with a lone surrogate': '{"a":"\\ud800"}',
  'more than 100 KB': `"${'a'.repeat(200_000)}"`,
}

const ADDRESSES = [
  ['POST', '/payments/challenge/x'],
  ['PUT', '/payments/v1/payment_intents/x'],
  ['POST', '/payments/nothing'],
  ['DELETE', '/payments/control'],
] as const

test.each(Object.entries(BODIES))(
  '%s below /payments is the sender’s error, never the sandbox’s',
  async (_, payload) => {
    for (const [method, url] of ADDRESSES) {
      const response = await store.call({
        method,
        url,
        payload,
        headers: { 'content-type': 'application/json' },
      })
      expect([400, 404, 413]).toContain(response.statusCode)
      expect(response.json().error.type).toBe('invalid_request_error')
    }
  },
)
