import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import SwaggerParser from '@apidevtools/swagger-parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, endpointGroups } from '#contract/api.ts'
import { newProductSchema, productSchema } from '#contract/catalog/products/products.ts'
import { newReviewSchema } from '#contract/catalog/reviews/reviews.ts'
import { parameterTexts } from '#contract/platform/api-docs/api-docs.ts'
import { fieldTexts } from '#contract/platform/api-docs/api-fields.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { errorStatus } from '#contract/platform/errors.ts'
import { newOrderSchema } from '#contract/sales/orders/orders.ts'
import { curlWalk } from '#server/docs/curl-walk.ts'
import { schemaExamples } from '#server/docs/examples.ts'
import {
  errorsOf,
  errorsOutsideEndpoints,
  type Operation,
  openApiDocument,
  type ResponseObject,
} from '#server/docs/openapi.ts'
import { namedSchemas, type Schema } from '#server/docs/schemas.ts'
import { findUndocumented } from '../../../support/http/documented.ts'
import { openShop, type Shop } from '../../../support/shop.ts'

const run = promisify(execFile)
const document = openApiDocument({ title: 'Partsline API', origin: 'https://parts.test' })
const endpoints: [string, Endpoint][] = Object.entries(api)
const operations = Object.values(document.paths).flatMap((path): Operation[] => Object.values(path))
let shop: Shop
let address: string

beforeAll(async () => {
  shop = await openShop()
  await shop.part({ minimumOrder: 2 })
  address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => shop.close())

test('the walkthrough of the documentation runs as written and ends with the order in the list', async () => {
  const { stdout, stderr } = await run('bash', ['--norc', '-euc', curlWalk(address)])
  const [placed, listed] = splitOutput(stdout)
  expect(stderr).toBe('')
  expect(placed).toMatchObject({ quantity: 2, paid: false, status: 'pending' })
  expect(listed).toEqual([placed])
})

test('README and /api/docs show the same walkthrough', async () => {
  const readme = await readFile(path.join(import.meta.dirname, '../../../../README.md'), 'utf8')
  expect(readme).toContain(curlWalk('http://localhost:3000'))
  expect(await readPage()).toContain(curlWalk(shop.config.origin))
})

test('the served OpenAPI document is the one of the contract', async () => {
  const { origin } = shop.config
  const served = await shop.call({ url: '/api/openapi.json' })
  expect(served.json()).toEqual(json(openApiDocument({ title: document.info.title, origin })))
  expect(served.json().servers).toEqual([{ url: 'http://localhost:3000/api' }])
})

test('the recommended rules of Redocly report only that three calls have no error responses', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  const found = problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)
  expect(found.sort()).toEqual([
    'operation-4xx-response #/paths/~1catalogue/get/responses',
    'operation-4xx-response #/paths/~1catalogue~1categories/get/responses',
    'operation-4xx-response #/paths/~1config/get/responses',
  ])
})

test('swagger-parser finds the document valid', async () => {
  const checked = await SwaggerParser.validate(json(document))
  expect(checked.info.title).toBe('Partsline API')
})

test('every call is one operation with its token, a tag and its successful response', () => {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
  expect([...byId.keys()].sort()).toEqual(Object.keys(api).sort())
  expect(endpointGroups.flatMap(({ endpoints }) => Object.keys(endpoints)).sort()).toEqual(
    Object.keys(api).sort(),
  )
  for (const [name, endpoint] of endpoints) {
    const { tags = [], security, responses = {} } = byId.get(name) ?? {}
    const needsToken = endpoint.access !== 'public' && endpoint.access !== 'signature'
    expect(security?.length, name).toBe(needsToken ? 1 : 0)
    expect(tags, name).toHaveLength(1)
    expect(Object.keys(responses), name).toContain(String(endpoint.status ?? 200))
  }
  const receipt = byId.get('getReceipt')?.responses[200]
  expect(receipt && 'content' in receipt && Object.keys(receipt.content ?? {})).toEqual(['application/pdf'])
})

test('the two paths below /admin are one path, whose parameter has both names', () => {
  const item = document.paths['/admin/{emailOrId}']
  expect(item?.get?.parameters).toMatchObject([{ name: 'emailOrId', schema: { format: 'email' } }])
  expect(item?.delete?.parameters).toMatchObject([{ name: 'emailOrId', schema: { format: 'uuid' } }])
})

test('the document contains the limits of the contract: lengths, bounds, enums, lists and defaults', () => {
  const { schemas } = document.components
  expect(schemas.NewReview?.properties).toMatchObject({
    name: { type: 'string', minLength: 1, maxLength: 80 },
    rating: { anyOf: [{ type: 'number', minimum: 1, maximum: 5 }, { type: 'string' }], default: 5 },
  })
  expect(schemas.NewProduct?.properties).toMatchObject({
    price: { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'string' }] },
    minimumOrder: { anyOf: [{ type: 'integer', minimum: 1, maximum: 2_147_483_647 }, { type: 'string' }] },
    category: { type: 'string', maxLength: 40, default: 'tools' },
  })
  const list = document.paths['/service']?.get?.parameters
  expect(list).toMatchObject([
    { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 1000, default: 24 } },
    { name: 'after', schema: { maxLength: 2000 } },
    { name: 'page' },
    { name: 'q', schema: { maxLength: 200 } },
    { name: 'type', schema: { maxLength: 40 } },
    { name: 'attributes', schema: { maxLength: 2000 } },
    { name: 'category', explode: false, schema: { type: 'array', items: { type: 'string', maxLength: 40 } } },
    { name: 'subcategory', schema: { type: 'string', maxLength: 40 } },
    { name: 'brand', explode: false, schema: { type: 'array', maxItems: 30 } },
    { name: 'minPrice', schema: { minimum: 0 } },
    { name: 'maxPrice' },
    { name: 'inStock', schema: { enum: ['true', 'false'] } },
    { name: 'sort' },
    { name: 'If-None-Match', in: 'header' },
  ])
})

test('every parameter, schema and field has a description, and no description is unused', () => {
  const { schemas } = document.components
  for (const { operationId, parameters } of operations)
    for (const { name, description } of parameters) expect(description, `${operationId} ${name}`).not.toBe('')
  for (const [name, schema] of Object.entries(schemas)) {
    expect(schema.description, name).toBeTruthy()
    for (const [field, { description }] of fieldsOf(schema))
      expect(description, `${name}.${field}`).toBeTruthy()
  }
  const names = operations.flatMap(({ operationId, parameters }) =>
    parameters.flatMap(({ name }) => [name, `${operationId}.${name}`]),
  )
  expect(Object.keys(parameterTexts).filter((name) => !['id', 'email', ...names].includes(name))).toEqual([])
  expect(Object.keys(namedSchemas).filter((name) => !schemas[name])).toEqual([])
  const shown = Object.values(schemas).flatMap(fieldsOf)
  const descriptions = new Set(shown.map(([name, { description }]) => `${name}: ${description}`))
  const unused = Object.entries(fieldTexts).filter(
    ([key, text]) => !descriptions.has(`${key.split('.').at(-1)}: ${text}`),
  )
  expect(unused).toEqual([])
})

test('the examples match the schemas of requests and responses', () => {
  const { NewOrder, NewProduct, NewReview, Product, Problem, ...others } = schemaExamples
  expect(newOrderSchema.safeParse(NewOrder).error).toBeUndefined()
  expect(newProductSchema.safeParse(NewProduct).error).toBeUndefined()
  expect(newReviewSchema.safeParse(NewReview).error).toBeUndefined()
  expect(productSchema.parse(Product)).toEqual(Product)
  expect(Object.keys(Problem ?? {})).toEqual(
    Object.keys(document.components.schemas.Problem?.properties ?? {}),
  )
  expect(others).toEqual({})
})

test('an undeclared status, error code or header is detected', () => {
  const undocumented = (status: number, code: string, headers = {}) =>
    findUndocumented({
      method: 'post',
      url: '/api/order?x=1',
      status,
      headers,
      payload: JSON.stringify({ code }),
    })
  expect(undocumented(409, 'price_changed')).toEqual([])
  expect(undocumented(409, 'last_admin')).toEqual(['placeOrder 409 last_admin'])
  expect(undocumented(418, 'teapot')).toEqual(['placeOrder 418 teapot'])
  expect(undocumented(200, '')).toEqual(['placeOrder 200'])
  expect(undocumented(201, '', { 'idempotent-replayed': 'true' })).toEqual([])
  expect(undocumented(201, '', { link: '<x>; rel="next"' })).toEqual(['placeOrder 201 link'])
})

test('every error code is declared by a call or occurs outside the calls', () => {
  const declared = new Set([
    ...endpoints.flatMap(([, endpoint]) => errorsOf(endpoint)),
    ...errorsOutsideEndpoints,
  ])
  expect(Object.keys(errorStatus).filter((code) => ![...declared].some((one) => one === code))).toEqual([])
})

test('/api/docs shows parameters, error codes and headers of each call, and the fields of an order, without a script', async () => {
  const page = await readPage()
  expect(page).not.toMatch(/<script|<link[^>]+stylesheet|\son\w+=/)
  for (const [name, endpoint] of endpoints) {
    const shown = page.split(`<details id="${name}">`)[1]?.split('</details>')[0] ?? ''
    const operation = operations.find(({ operationId }) => operationId === name)
    expect(shown, name).toContain('Who may call:')
    for (const parameter of operation?.parameters ?? []) expect(shown, name).toContain(parameter.name)
    for (const code of errorsOf(endpoint)) expect(shown, name).toContain(`${errorStatus[code]} ${code}`)
    for (const response of Object.values(operation?.responses ?? {}).map(resolve))
      for (const header of Object.keys(response.headers ?? {})) expect(shown, name).toContain(header)
  }
  const order = page.split('<details id="placeOrder">')[1]?.split('</details>')[0] ?? ''
  for (const text of ['address', '1 to 300 characters.', 'required', 'transactionId', 'Idempotent-Replayed'])
    expect(order).toContain(text)
})

function resolve(response: Operation['responses'][string]): ResponseObject {
  if (!('$ref' in response)) return response
  const found = document.components.responses[response.$ref.split('/').at(-1) ?? '']
  if (!found) throw new Error(`${response.$ref} is missing`)
  return found
}

async function readPage(): Promise<string> {
  const docs = await shop.call({ url: '/api/docs' })
  expect(docs.statusCode).toBe(200)
  return docs.payload
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** Returns the fields of a schema and of its nested objects. */
function fieldsOf(schema: Schema): [string, Schema][] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, Schema][] =>
    typeof field === 'object' ? [[name, field], ...fieldsOf(field)] : [],
  )
  const inner = [...(schema.anyOf ?? []), ...[schema.items ?? []].flat()]
  return [...fields, ...inner.flatMap((one) => (typeof one === 'object' ? fieldsOf(one) : []))]
}

/** Returns the value after a round trip through JSON. */
function json(value: unknown) {
  return JSON.parse(JSON.stringify(value))
}

/** Splits the two JSON documents that the walkthrough prints: the order, then the list. */
function splitOutput(stdout: string): [unknown, unknown] {
  const cut = stdout.indexOf('}[') + 1
  return [JSON.parse(stdout.slice(0, cut)), JSON.parse(stdout.slice(cut))]
}
