import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projects } from '#contract/store/content/portfolio-texts.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test.each([
  ['Catalogue', 'server/catalog/products/list.ts'],
  ['Drawings', 'drawings/kinds/cooling.ts'],
  ['Order desk', 'server/sales/orders/place-order.ts'],
  ['Open interface', 'server/docs/openapi.ts'],
])('the project %s shows the code of %s', async (name, file) => {
  const url = projects.find((project) => project.name === name)?.code ?? ''
  const { statusCode, headers, payload } = await store.call({ url })
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(payload).toBe(await readFile(file, 'utf8'))
})

test('the four projects show different files', () => {
  expect(projects).toHaveLength(4)
  expect(new Set(projects.map(({ code }) => code)).size).toBe(4)
})

test.each(['/code/', '/code/package.json', '/code/..%2fpackage.json', '/code/catalogue/../../package.json'])(
  '%s shows no file',
  async (url) => {
    const response = await store.app.inject({ method: 'GET', url: { pathname: url } })
    expect(response.statusCode).toBe(404)
  },
)
