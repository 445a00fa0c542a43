import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import type Stripe from 'stripe'

/** Fields of the SDK's types that the published description does not have: it is older. */
const undescribed: Record<string, string[]> = {
  billing_details: ['tax_id'] satisfies (keyof Stripe.Charge.BillingDetails)[],
  dispute_evidence_details: ['submission_method'] satisfies (keyof Stripe.Dispute.EvidenceDetails)[],
}

type Schema = null | boolean | number | string | Schema[] | { [name: string]: Schema }
type Excerpt = { responses: Record<string, Schema>; schemas: Record<string, Schema> }

const file = path.join(import.meta.dirname, 'stripe-openapi.json')
const excerpt: Excerpt = JSON.parse(readFileSync(file, 'utf8'))

const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
for (const [name, schema] of Object.entries(excerpt.schemas)) {
  ajv.addSchema(toJsonSchema(schema, name), `/schemas/${name}`)
}
const responses = Object.entries(excerpt.responses).map(([call, schema]) => {
  const [method, address = ''] = call.split(' ')
  const pattern = new RegExp(`^${address.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  return { method, pattern, validate: ajv.compile(toJsonSchema(schema, call)) }
})

/**
 * Returns the violations of the published description in the response to this call; failures must have the
 * form of an error.
 */
export function callErrors(call: { method: string; path: string; status: number; body: unknown }): string[] {
  if (call.status >= 400) return schemaErrors('error', call.body)
  const described = responses.find(({ method, pattern }) => method === call.method && pattern.test(call.path))
  if (!described) return [`${call.method} ${call.path} is no call of the provider's`]
  return violations(described.validate, call.body)
}

/** Returns the violations of one of the provider's schemas in the body. */
export function schemaErrors(schemaName: string, body: unknown): string[] {
  const validate = ajv.getSchema(`/schemas/${schemaName}`)
  return validate ? violations(validate, body) : [`${schemaName} is no schema of the provider's`]
}

function violations(validate: ValidateFunction, body: unknown): string[] {
  validate(body)
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
}

/** Throws if the description has the field: then `undescribed` must no longer list it. */
function assertUndescribed(properties: Record<string, Schema>, key: string): string {
  if (key in properties) throw new Error(`The description has ${key}: remove it from \`undescribed\``)
  return key
}

/** Converts OpenAPI 3.0 to JSON Schema: null is a separate type, and undescribed fields are not allowed. */
function toJsonSchema(schema: Schema, name = ''): Record<string, Schema> | boolean {
  const copy = copyOf(schema, name)
  if (typeof copy === 'boolean') return copy
  if (copy === null || typeof copy !== 'object' || Array.isArray(copy))
    throw new Error(`${name} is no schema`)
  return copy
}

function copyOf(schema: Schema, name = ''): Schema {
  if (Array.isArray(schema)) return schema.map((part) => copyOf(part))
  if (schema === null || typeof schema !== 'object') return schema
  const { nullable, properties, $ref, ...rest } = schema
  if (typeof $ref === 'string') return { $ref: $ref.replace('#/components', '') }
  const copy = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, copyOf(part)]))
  const known = undescribed[name] ?? []
  const whole: Schema =
    properties && typeof properties === 'object' && !Array.isArray(properties)
      ? {
          additionalProperties: false,
          ...copy,
          properties: {
            ...Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, copyOf(part)])),
            ...Object.fromEntries(known.map((key) => [assertUndescribed(properties, key), true])),
          },
        }
      : copy
  return nullable === true ? { anyOf: [whole, { type: 'null' }] } : whole
}
