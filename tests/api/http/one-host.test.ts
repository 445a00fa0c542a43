import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portOf } from '#tests/support/http/listening-port.ts'
import { openTestStore, type TestStore } from '../../support/store.ts'

let store: TestStore
let port: number

beforeAll(async () => {
  store = await openTestStore()
  await store.app.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(store.app.server)
})
afterAll(() => store.close())

async function send(path: string, lines: string[], version = '1.1'): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.write(`GET ${path} HTTP/${version}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return String(answer)
}

function expectError(answer: string, status: string, code: string): void {
  expect(answer.split('\r\n', 1)).toEqual([`HTTP/1.1 ${status}`])
  expect(answer).toContain('application/problem+json')
  expect(answer).toContain('x-content-type-options: nosniff')
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(answer).toContain(`"code":"${code}"`)
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
      const answer = await send(path, ['Host: store.test', 'Expect: foo'])
      expectError(answer, '417 Expectation Failed', 'expectation_failed')
    })
  },
)

test('a request by HTTP/1.0 needs no Host field', async () => {
  expect(await send('/healthz', [], '1.0')).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})

test('a request with the expectation 100-continue is accepted', async () => {
  const answer = await send('/healthz', ['Host: store.test', 'Expect: 100-continue'])
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n/)
})

test('a request with one Host field is accepted', async () => {
  expect(await send('/healthz', ['Host: store.test'])).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})
