import * as z from 'zod/v4/core'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { signEvent } from '#embedded/cards/events/delivery.ts'
import type { Fixture, FixtureRows } from './fixture.ts'
import type { Random } from './random.ts'
import type { HostileRequest } from './request.ts'

type Json = Record<string, unknown>

/** A mostly valid request to one of the endpoints, generated from the schemas of the contract. */
export function apiRequest(fixture: Fixture, random: Random): HostileRequest {
  const [name, endpoint] = random.pick(Object.entries<Endpoint>(api))
  const { rows } = fixture
  const path = [
    'api',
    ...endpoint.path
      .slice(1)
      .split('/')
      .map((part) => fillSegment(part, endpoint.path, rows, random)),
  ]
  const query = Object.entries(endpoint.query ? objectOf(endpoint.query, rows, random) : {}).map(
    ([key, value]): [string, string] => [key, encodeURIComponent(String(value))],
  )
  if (name === 'sendPiece') query.splice(0, query.length, ['offset', '0'])
  const request: HostileRequest = { name, method: endpoint.method, path, query, headers: {}, damages: [] }
  authorize(request, endpoint, rows, random)
  if (endpoint.idempotent && random.chance(0.3))
    request.headers['idempotency-key'] = `key-${random.below(20)}`
  if (endpoint.rawBody) addRawBody(request, endpoint.rawBody.types, fixture)
  else if (endpoint.body) {
    request.headers['content-type'] = 'application/json'
    request.body = { ...objectOf(endpoint.body, rows, random), ...matchingFields(name, path, rows, random) }
  }
  return request
}

function authorize(
  { headers }: HostileRequest,
  { access }: Endpoint,
  rows: FixtureRows,
  random: Random,
): void {
  const { customer, admin, stranger } = rows
  const person =
    typeof access !== 'string' ? admin : random.pick([customer, customer, customer, admin, stranger])
  const token = access === 'identity-token' ? person.idToken : person.token
  if (access !== 'public' && access !== 'signature' && !random.chance(0.05))
    headers.authorization = `Bearer ${token}`
}

/** Replaces `:email` and `:id` by the values of existing rows; the first word of the path selects the row. */
function fillSegment(part: string, path: string, rows: FixtureRows, random: Random): string {
  const { customer, stranger } = rows
  if (part === ':email') return encodeURIComponent(random.pick([customer, customer, stranger]).email)
  if (part !== ':id') return part
  const [, noun = ''] = path.split('/')
  const ids: Record<string, string> = {
    service: rows.part._id,
    order: random.pick([rows.orderId, rows.paidOrderId]),
    manage: rows.orderId,
    import: rows.importId,
    admin: rows.userId,
    review: rows.reviewId,
    'sign-in': rows.signInId,
  }
  return ids[noun] ?? rows.part._id
}

/** Fields with values that pass the checks against existing rows, so that the call is not rejected early. */
function matchingFields(name: string, path: string[], rows: FixtureRows, random: Random): Json {
  if (name === 'markOrderPaid') return { appointment: path.at(-1), transactionId: rows.intentId }
  if (name === 'createPaymentIntent') return { price: rows.orderTotal, orderId: rows.orderId }
  if (name === 'placeOrder') return { price: rows.part.price, quantity: random.pick([1, 2, '3']) }
  if (name === 'exchangeToken') return { email: decodeURIComponent(path.at(-1) ?? '') }
  if (name === 'startImport') return { bytes: 10 }
  if (name === 'refundOrder') return { refunded: 0, pieces: 0 }
  return {}
}

function addRawBody(
  request: HostileRequest,
  [type = '']: string[],
  { picture, keys, store, rows }: Fixture,
): void {
  request.headers['content-type'] = type
  if (type === 'text/csv') request.body = `_id,price\n${rows.part._id},9\n`
  else if (type.startsWith('image/')) request.body = picture
  else {
    const event = {
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      api_version: '2026-01-01',
    }
    const body = JSON.stringify({ ...event, data: { object: { id: rows.intentId } } })
    request.body = body
    request.headers['stripe-signature'] = signEvent(body, keys.webhookSecret, store.clock.now())
  }
}

const schemas = new WeakMap<z.$ZodType, Json>()

/** An object with the fields and types of a schema of the contract; texts are chosen by the name of the field. */
function objectOf(schema: z.$ZodType, rows: FixtureRows, random: Random): Json {
  const json = schemas.get(schema) ?? { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) }
  schemas.set(schema, json)
  const value = sampleOf(json, '', rows, random)
  return isJson(value) ? value : {}
}

function sampleOf(schema: Json, name: string, rows: FixtureRows, random: Random): unknown {
  const options = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (options) return sampleOf(asJson(random.pick(options)), name, rows, random)
  if (Array.isArray(schema.allOf)) return sampleOf(asJson(schema.allOf[0]), name, rows, random)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return random.pick(schema.enum)
  if (schema.type === 'object') {
    const required = Array.isArray(schema.required) ? schema.required : []
    const chosen = Object.entries(asJson(schema.properties)).filter(
      ([key]) => required.includes(key) || random.chance(0.5),
    )
    return Object.fromEntries(chosen.map(([key, inner]) => [key, sampleOf(asJson(inner), key, rows, random)]))
  }
  if (schema.type === 'array') return [sampleOf(asJson(schema.items), name, rows, random)]
  if (schema.type === 'null') return null
  if (schema.type === 'boolean') return random.chance(0.5)
  if (schema.type === 'integer' || schema.type === 'number') return random.pick([0, 1, 2, 10])
  return textOf(name, rows, random)
}

/** A text by the name of the field. */
function textOf(name: string, rows: FixtureRows, random: Random): string {
  const known: Record<string, string[]> = {
    email: [rows.customer.email],
    productId: [rows.part._id],
    orderId: [rows.orderId],
    phone: ['+1 555 014 7731'],
    number: ['+1 555 014 7731', ''],
    img: ['/drawings/piston.svg', 'https://shop.example/a.png'],
    images: ['/drawings/piston.svg'],
    photoURL: ['https://shop.example/a.png'],
    linkedin: ['https://linkedin.example/ann'],
    price: ['12.5'],
    quantity: ['1'],
    limit: ['1', '24', '1000'],
    minPrice: ['1'],
    maxPrice: ['100'],
    category: ['tools', 'tools,engine'],
    brand: ['Bosch', 'Bosch,ATE'],
    status: ['pending', 'pending,Shift'],
    inStock: ['true'],
    q: ['brake', 'brake disc 205/55 r16', '5w-30', 'ATE 0-123', 'oil filter for golf'],
    offset: ['0'],
  }
  return random.pick(known[name] ?? ['Ann', 'Some text', '1'])
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asJson(value: unknown): Json {
  return isJson(value) ? value : {}
}
