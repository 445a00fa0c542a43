import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { importColumns } from '#contract/catalog/products/part-fields.ts'
import { calls } from '#embedded/identity/http/calls.ts'
import { bodySchema } from '#embedded/identity/http/toolkit-request.ts'
import { type Case, findFaults, NO_FAILURE } from '../../../support/http/input-cost.ts'
import { writePartsPage } from '../../../support/http/one-page.ts'
import { readCardFields, readHeaderNames, readRoutes } from '../../../support/http/scanned-inputs.ts'
import { worstHeaders, worstJson, worstTexts } from '../../../support/http/worst-inputs.ts'
import { KEYS, openCardSandbox } from '../../../support/payments/card-sandbox.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'
import { someOf } from '../../../support/thoroughness.ts'

const BYTES = 100_000
// The long suite makes hundreds of calls a test; the limit is on CPU time, so a busy machine needs a long timeout.
vi.setConfig({ testTimeout: 120_000 })
const json = { 'content-type': 'application/json' }
/** The values to test at the identity provider: with all of them its many fields would take too long. */
const costliest = ['marks of two classes', 'blanks within', 'digits', 'percent escapes', 'nested arrays']
const form = { 'content-type': 'application/x-www-form-urlencoded' }

let shop: Shop
let admin: Person
let person: Person

const { sandbox } = await openCardSandbox()

beforeAll(async () => {
  shop = await openShop({ web: await writePartsPage() })
  admin = await shop.staff('admin')
  person = await shop.buyer()
  await shop.part()
})
afterAll(() => shop.close())

/** A share that does not divide the number of values or requests, so that different requests get different values. */
const FEWER = { share: 61 }
const faultsOf = (cases: Case[]) => findFaults(shop.call, someOf(cases, FEWER), NO_FAILURE)

describe('100 KB of a header cost less than 50 ms of CPU and cause no failure', () => {
  const names = new Set([
    ...readHeaderNames(),
    // The headers that the framework and its plugins read.
    ...['accept', 'content-type', 'expect', 'host', 'if-modified-since', 'if-range', 'origin', 'range'],
    ...['referer', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
  ])
  /** These requests read different headers. */
  const requests: (() => Case['request'])[] = [
    () => ({ url: '/' }),
    () => ({ url: '/api/service' }),
    () => ({ url: '/api/order', token: person.token }),
    () => ({ method: 'PUT', url: `/api/user/${person.email}`, token: person.idToken, payload: {} }),
    () => ({ method: 'POST', url: '/api/review', token: person.token, payload: {} }),
    () => ({ method: 'POST', url: '/api/webhook/stripe', headers: json, payload: '{}' }),
    () => ({ method: 'POST', url: '/identity/v1/accounts:lookup?key=partsline-embedded', payload: {} }),
    () => ({ url: '/identity/oauth/callback?state=x' }),
    () => ({ url: '/payments/v1/payment_intents' }),
    () => ({ method: 'POST', url: '/payments/control', headers: form, payload: 'do=x' }),
    () => ({ url: '/payments/stripe.js' }),
    () => ({ url: '/uploads/x.webp' }),
    () => ({ url: '/metrics' }),
  ]

  test.each([...names])('%s', async (name) => {
    const cases = Object.entries(worstHeaders(name, BYTES)).flatMap(([kind, value]) =>
      requests.map((request): Case => {
        const { token, ...sent } = request()
        const own = token && name !== 'authorization' ? { authorization: `Bearer ${token}` } : {}
        const headers = { ...sent.headers, ...own, [name]: value }
        return { name: `${sent.method ?? 'GET'} ${sent.url}, ${kind}`, request: { ...sent, headers } }
      }),
    )
    expect(await faultsOf(cases)).toEqual([])
  })
})

test('100 KB of an address cost less than 50 ms of CPU and cause no failure', async () => {
  const many = Array.from({ length: BYTES / 8 }, (_, at) => `${at.toString(36)}=1`).join('&')
  const queries = [
    ['many parameters', `?${many}`],
    ['one parameter often', `?${'q=1&'.repeat(BYTES / 4)}`],
    ...Object.entries(worstTexts(BYTES)).map(([name, text]) => [name, `?x=${encodeURIComponent(text)}`]),
  ]
  const paths = Object.entries(worstTexts(BYTES)).flatMap(([name, text]) => [
    [`${name}, escaped`, `/${encodeURIComponent(text).slice(0, BYTES)}`],
    [name, `/${text.replace(/[^\x21-\x7e]/g, '')}`],
  ])
  // One address of each kind that reads a query. React Router parses the paths outside `folders`.
  const urls = ['/', '/api/service', '/sitemap-parts.xml', '/identity/oauth/callback', '/payments/v1/events']
  const folders = ['/api', '/api/service', '/identity', '/payments/v1', '/payments/3ds', '/uploads']
  const join = (starts: string[], ends: string[][]) =>
    starts.flatMap((start) =>
      ends.map(([name, end]): Case => ({ name: start + name, request: { url: start + end } })),
    )
  const cases = [...join(urls, queries), ...join(folders, paths)]
  expect(await faultsOf(cases)).toEqual([])
})

describe('60 KB in a field of the identity provider cost little CPU', () => {
  /** The other fields that a call needs before it reads the tested one. */
  const otherFields: Record<string, () => object> = {
    '/v1/accounts:update': () => ({ idToken: person.idToken }),
    '/v1/accounts:signUp': () => ({ email: 'new@example.com', password: 'a-good-password' }),
    '/v1/accounts:signInWithPassword': () => ({ email: person.email, password: 'a-good-password' }),
    '/v1/accounts:sendOobCode': () => ({ requestType: 'PASSWORD_RESET' }),
    '/v1/accounts:createAuthUri': () => ({ continueUri: 'http://localhost' }),
    '/v1/token': () => ({ grant_type: 'refresh_token' }),
  }
  const values = Object.entries(worstJson(60_000)).filter(([name]) => costliest.includes(name))
  const fields = [...Object.keys(bodySchema._zod.def.shape), 'unknown']

  test.each(calls.filter(({ method }) => method === 'POST'))('$path', async ({ path }) => {
    const cases = fields.flatMap((field) =>
      values.map(([name, value]): Case => {
        const known = JSON.stringify({ ...otherFields[path]?.(), [field]: undefined }).slice(1, -1)
        const payload = `{${[known, `"${field}":${value}`].filter(Boolean).join(',')}}`
        const url = `/identity${path}?key=${shop.config.identity.apiKey}`
        return { name: `${field}, ${name}`, request: { method: 'POST', url, headers: json, payload } }
      }),
    )
    expect(await faultsOf(cases)).toEqual([])
  })
})

test('16 KB in the fields of the card sandbox cost little CPU', async () => {
  const names = [...readCardFields(), 'metadata[a]']
  const bodies = [
    ...Object.entries(worstTexts(16_000)).map(([name, text]) => [`unknown, ${name}`, `x=${text}`]),
    ...Object.entries(worstTexts(400)).map(([name, text]) => {
      return [name, new URLSearchParams(names.map((field) => [field, text])).toString()]
    }),
  ]
  const headers = { authorization: `Bearer ${KEYS.secretKey}` }
  const cases = readRoutes(sandbox.app.printRoutes({ commonPrefix: false })).flatMap(({ method, path }) =>
    bodies.map(([name, body = '']): Case => {
      const url = path.replace(/:\w+/, 'pi_1')
      const request =
        method === 'POST'
          ? { method, url, headers: { ...headers, ...form }, payload: body.slice(0, 16_000) }
          : { method, url: `${url}?${encodeURI(body)}`, headers }
      return { name: `${method} ${path}, ${name}`, request }
    }),
  )
  const some = someOf(cases, FEWER)
  expect(await findFaults((request) => sandbox.app.inject(request), some, NO_FAILURE)).toEqual([])
})

describe('100 KB of a CSV file', () => {
  async function send(file: Buffer) {
    const { _id: id } = await admin.api.startImport({ body: { fileName: 'a.csv', bytes: file.length } })
    return shop.call({
      method: 'PUT',
      url: `/api/import/${id}/piece?offset=0`,
      token: admin.token,
      headers: { 'content-type': 'text/csv' },
      payload: file,
    })
  }
  const findFaultsIn = (files: [string, string][]) => {
    const cases = files.map(([name, text]): Case => ({ name, request: { payload: text } }))
    return findFaults(({ payload }) => send(Buffer.from(String(payload))), cases, NO_FAILURE)
  }
  const texts = Object.entries(worstTexts(BYTES))

  test.each(someOf(importColumns, { share: 5 }))('100 KB in a cell of %s cost little CPU', async (column) => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    expect(await findFaultsIn(texts.map(([name, text]) => [name, `${column}\n${quoted(text)}\n`]))).toEqual(
      [],
    )
  })

  test('100 KB in the first row, or of apostrophes in a cell, cost little CPU', async () => {
    const tabs = '\t'.repeat(BYTES)
    expect(
      await findFaultsIn([
        ...texts,
        ['separators', `sep=,${tabs}x\n`],
        ['apostrophes', `productName\n"${"'".repeat(BYTES)}"`],
      ]),
    ).toEqual([])
  })

  test('the longest allowed texts cost little CPU', async () => {
    const cell = `a${'\u0300'.repeat(2500)}${'\u0316'.repeat(2499)}`
    expect(await findFaultsIn([['descriptions', `description\n${`${cell}\n`.repeat(10)}`]])).toEqual([])
  })
})
