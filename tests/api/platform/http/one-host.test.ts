import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portOf } from '#tests/support/http/listening-port.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let store: TestStore
let port: number

beforeAll(async () => {
  store = await openTestStore()
  await store.app.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(store.app.server)
})
afterAll(() => store.close())

async function send(path: string, fields: string[], version = '1.1'): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.write(`GET ${path} HTTP/${version}\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`)
  const [response] = await once(socket, 'data')
  socket.destroy()
  return String(response)
}

function expectError(response: string, status: string, code: string): void {
  expect(response.split('\r\n', 1)).toEqual([`HTTP/1.1 ${status}`])
  expect(response).toContain('application/problem+json')
  expect(response).toContain('x-content-type-options: nosniff')
  expect(response.toLowerCase()).toContain('connection: close')
  expect(response).toContain(`"code":"${code}"`)
}

describe.each(['/api/service', '/healthz', '/identity/v1/projects', '/payments/v1/events', '/'])(
  '%s',
  (path) => {
    test('a request with two Host fields is 400', async () => {
      for (const second of ['Host: other.test', 'hOST: store.test'])
        expectError(await send(path, ['Host: store.test', second]), '400 Bad Request', 'invalid_request')
    })

    test('a request without a Host field is 400', async () => {
      expectError(await send(path, []), '400 Bad Request', 'invalid_request')
      expectError(await send(path, ['X-Host: store.test']), '400 Bad Request', 'invalid_request')
    })

    test('a request with an unknown expectation is 417', async () => {
      const response = await send(path, ['Host: store.test', 'Expect: foo'])
      expectError(response, '417 Expectation Failed', 'expectation_failed')
    })
  },
)

test('a request by HTTP/1.0 needs no Host field', async () => {
  expect(await send('/healthz', [], '1.0')).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})

test('a request with the expectation 100-continue is accepted', async () => {
  const response = await send('/healthz', ['Host: store.test', 'Expect: 100-continue'])
  expect(response).toMatch(/^HTTP\/1\.1 100 Continue\r\n/)
})

test('a request with one Host field is accepted', async () => {
  expect(await send('/healthz', ['Host: store.test'])).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})
