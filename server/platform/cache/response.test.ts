import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createResponse, isNotModified, sendResponse } from './response.ts'

test('a response keeps no more memory than its bodies have bytes', async () => {
  const response = createResponse({ status: 200, headers: {}, body: Buffer.from('part '.repeat(300)) })
  const app = Fastify()
  app.get('/', (request, reply) => sendResponse(request, reply, { response }))
  for (const encoding of ['br', 'gzip'])
    await app.inject({ url: '/', headers: { 'accept-encoding': encoding } })
  await app.close()
  const { br, gzip } = response.compressed
  for (const body of [response.identity.body, br?.body, gzip?.body]) {
    expect(body?.length).toBeGreaterThan(0)
    expect(body?.buffer.byteLength).toBe(body?.length)
  }
})

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['W/"abc"', true],
  ['"abc"', true],
  ['*', true],
  [' * ', true],
  ['"x", W/"abc"', true],
  ['"x","abc","y"', true],
  ['"a,b", "abc"', true],
  ['abc', false],
  ['"ab"', false],
  ['"abcd"', false],
  ['"x", "y"', false],
  ['"**"', false],
  ['', false],
])('If-None-Match %s matches the response: %s', (condition, expected) => {
  expect(isNotModified(condition, { etag: 'W/"abc"' })).toBe(expected)
})
