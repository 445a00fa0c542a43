import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { curlWalk } from '#server/http/curl-walk.ts'
import { addPart } from '../support/orders.ts'
import { openTestStore, type TestStore } from '../support/store.ts'

const run = promisify(execFile)
let store: TestStore
let address: string

beforeAll(async () => {
  store = await openTestStore()
  await addPart(await store.signUpAdmin(), { minimumOrder: 2 })
  address = await store.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => store.close())

test('the walk of the documentation runs as written and ends with the order in the list', async () => {
  const { stdout, stderr } = await run('bash', ['--norc', '-euc', curlWalk(address)])
  const [placed, listed] = splitAnswers(stdout)
  expect(stderr).toBe('')
  expect(placed).toMatchObject({ quantity: 2, paid: false, status: 'pending' })
  expect(listed).toEqual([placed])
})

test('README and /api/docs show the same walk', async () => {
  const readme = await readFile(path.join(import.meta.dirname, '../../README.md'), 'utf8')
  expect(readme).toContain(curlWalk('http://localhost:3000'))
  const docs = await store.call({ url: '/api/docs' })
  expect(docs.statusCode).toBe(200)
  const text = docs.payload
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  expect(text).toContain(curlWalk(store.config.origin))
})

test('the OpenAPI document names every call, its token and its answers', async () => {
  const document = (await store.call({ url: '/api/openapi.json' })).json()
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: 'http://localhost:3000/api' }])
  for (const [name, endpoint] of Object.entries(api)) {
    const operation =
      document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
    expect(operation?.operationId).toBe(name)
    expect(Object.keys(operation.responses)).toContain(String('status' in endpoint ? endpoint.status : 200))
    const needsToken = ['identity-token', 'signed-in', 'admin'].includes(endpoint.access)
    expect(operation.security !== undefined, name).toBe(needsToken)
  }
  const receipt = document.paths['/order/{id}/receipt.pdf'].get.responses['200']
  expect(Object.keys(receipt.content)).toEqual(['application/pdf'])
})

/** The walk prints the order, then the list: two JSON documents, one after the other. */
function splitAnswers(stdout: string): [unknown, unknown] {
  const cut = stdout.indexOf('}[') + 1
  return [JSON.parse(stdout.slice(0, cut)), JSON.parse(stdout.slice(cut))]
}
