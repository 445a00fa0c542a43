import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeOnePage } from '../../../support/http/one-page.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

const SCRIPT = 'export {}'

let root: string
let store: TestStore

beforeAll(async () => {
  root = await writeOnePage()
  await writeFile(path.join(root, 'dist/client/assets/a.js.br'), brotliCompressSync(SCRIPT))
  store = await openTestStore({ web: root })
})
afterAll(async () => {
  await store.close()
  await rm(root, { recursive: true, force: true })
})

const get = (headers: Record<string, string> = {}) => store.call({ url: '/assets/a.js', headers })

test('a built file is cached for a year without revalidation', async () => {
  const { statusCode, headers, payload } = await get()
  expect([statusCode, payload]).toEqual([200, SCRIPT])
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('a built file is sent precompressed to clients that accept it', async () => {
  const { headers, rawPayload } = await get({ 'accept-encoding': 'gzip, br' })
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(rawPayload).toEqual(brotliCompressSync(SCRIPT))
  expect((await get({ 'accept-encoding': 'identity' })).headers['content-encoding']).toBeUndefined()
})

test('a range of a built file gets 206, and a range outside it gets 416', async () => {
  const part = await get({ range: 'bytes=0-5' })
  expect([part.statusCode, part.payload, part.headers['content-range']]).toEqual([
    206,
    'export',
    `bytes 0-5/${SCRIPT.length}`,
  ])
  expect((await get({ range: 'bytes=900-' })).statusCode).toBe(416)
})

test('a client that has the built file gets 304', async () => {
  const { headers } = await get()
  const known = await get({ 'if-none-match': String(headers.etag) })
  expect([known.statusCode, known.payload]).toEqual([304, ''])
})
