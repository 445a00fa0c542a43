import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/v4/core'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { newId } from '#database/uuid.ts'
import { type Case, findFaults, NO_FAILURE, REFUSED } from '../../../support/http/input-cost.ts'
import { worstJson, worstTexts } from '../../../support/http/worst-inputs.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'
import { someOf } from '../../../support/thoroughness.ts'

const BYTES = 100_000
// The long suite makes hundreds of calls a test; the limit is on CPU time, so a busy machine needs a long timeout.
vi.setConfig({ testTimeout: 120_000 })
/** A share that does not divide the number of values, so that different fields get different ones. */
const FEWER = { share: 61 }
const texts = Object.entries(worstTexts(BYTES))
const values = Object.entries(worstJson(BYTES))

let shop: Shop
let admin: Person
let person: Person

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  person = await shop.buyer()
  await shop.part()
})
afterAll(() => shop.close())

const json = { 'content-type': 'application/json' }

function fieldsOf(schema: z.$ZodType | undefined): string[] {
  return schema instanceof z.$ZodObject ? Object.keys(schema._zod.def.shape) : []
}

function personOf({ access }: Endpoint): Person {
  return typeof access !== 'string' ? admin : person
}

function tokenOf(endpoint: Endpoint): string | undefined {
  if (endpoint.access === 'public' || endpoint.access === 'signature') return undefined
  const { token, idToken } = personOf(endpoint)
  return endpoint.access === 'identity-token' ? idToken : token
}

/** Returns a request with the token that its endpoint needs, so that its input is read. */
function callOf(endpoint: Endpoint, params: Record<string, string> = {}) {
  const known: Record<string, string> = { id: newId(), email: personOf(endpoint).email, ...params }
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(known[key] ?? ''))
  return { method: endpoint.method, url: `/api${path}`, token: tokenOf(endpoint) }
}

const endpoints = Object.entries<Endpoint>(api).map(([name, endpoint]) => ({ name, endpoint }))
const having = (part: 'params' | 'query' | 'body') =>
  endpoints.filter(({ endpoint }) => fieldsOf(endpoint[part]).length > 0)

describe('100 KB cost less than 50 ms of CPU, and are rejected in a declared field', () => {
  test.each(having('body'))('the body of $name', async ({ endpoint }) => {
    const casesOf = (field: string): Case[] =>
      values.map(([name, value]) => ({
        name: `${field}, ${name}`,
        request: { ...callOf(endpoint), headers: json, payload: `{"${field}":${value}}` },
      }))
    const cases = someOf(fieldsOf(endpoint.body).flatMap(casesOf), FEWER)
    expect(await findFaults(shop.call, cases, REFUSED)).toEqual([])
    expect(await findFaults(shop.call, someOf(casesOf('unknown'), FEWER), NO_FAILURE)).toEqual([])
  })

  test.each(having('query'))('the query of $name', async ({ endpoint }) => {
    const cases = fieldsOf(endpoint.query).flatMap((field) =>
      texts.map(([name, text]): Case => {
        const { url, ...call } = callOf(endpoint)
        const request = { ...call, url: `${url}?${field}=${encodeURIComponent(text)}` }
        return { name: `${field}, ${name}`, request }
      }),
    )
    expect(await findFaults(shop.call, someOf(cases, FEWER), REFUSED)).toEqual([])
  })

  test.each(having('params'))('the path of $name', async ({ endpoint }) => {
    const cases = fieldsOf(endpoint.params).flatMap((field) =>
      texts.map(([name, text]): Case => {
        return { name: `${field}, ${name}`, request: callOf(endpoint, { [field]: text }) }
      }),
    )
    expect(await findFaults(shop.call, someOf(cases, FEWER), REFUSED)).toEqual([])
  })
})

test.each(['listProducts', 'countProducts', 'suggestProducts'] as const)(
  'a search of the maximum length costs %s less than 50 ms of CPU',
  async (name) => {
    const cases = Object.entries(worstTexts(200)).map(([kind, text]): Case => {
      const { url, ...call } = callOf(api[name])
      return { name: kind, request: { ...call, url: `${url}?q=${encodeURIComponent(text.slice(0, 200))}` } }
    })
    expect(await findFaults(shop.call, cases, NO_FAILURE)).toEqual([])
  },
)
