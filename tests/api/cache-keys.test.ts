import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writePageOfTest } from '../support/one-page.ts'
import { insertProduct } from '../support/rows.ts'
import { openTestStore, type TestStore } from '../support/store.ts'

let root: string
let store: TestStore
let port: number
let rendered: string[]
let beforeRender: () => Promise<void>

beforeAll(async () => {
  root = await writePageOfTest()
  Object.assign(globalThis, {
    async renderPage({ url }: Request) {
      const { pathname, search } = new URL(url)
      rendered.push(pathname + search)
      await beforeRender()
      return `<p>${pathname}${search}</p>`
    },
  })
  store = await openTestStore({ web: root })
  port = Number(new URL(await store.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await store.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(() => {
  rendered = []
  beforeRender = async () => {}
})

type Answer = { status: number; type: string | undefined; body: string }

/** Over a connection, with the address as it is: `inject` would resolve dot segments. */
function ask(address: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path: address }, async (answer) => {
      const { statusCode = 0, headers } = answer
      resolve({ status: statusCode, type: headers['content-type'], body: await text(answer) })
    })
    call.on('error', reject).end()
  })
}

test('a page that resolves to the address of an API call is not handed to who makes that call', async () => {
  const id = await insertProduct(store.database.db)
  const another = await insertProduct(store.database.db)
  const [rendering, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  beforeRender = () => {
    rendering.resolve()
    return gate.promise
  }
  const page = ask(`/x/%2e%2e/api/service/${id}`)
  await rendering.promise
  const asked = ask(`/api/service/${id}`)
  // once a later call is answered, the first one has joined whatever it joins
  await ask(`/api/service/${another}`)
  gate.resolve()
  const call = await asked
  expect(call).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' })
  expect(JSON.parse(call.body)._id).toBe(id)
  expect(await page).toMatchObject({ status: 404, type: 'text/html' })
})
