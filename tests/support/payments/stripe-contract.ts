import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import type Stripe from 'stripe'

/** What the SDK's own types know, and the published description, which is older, does not yet. */
const newer: Record<string, string[]> = {
  billing_details: ['tax_id'] satisfies (keyof Stripe.Charge.BillingDetails)[],
  charge: ['source'] satisfies (keyof Stripe.Charge)[],
  charge_outcome: [
    'advice_code',
    'network_advice_code',
    'network_decline_code',
  ] satisfies (keyof Stripe.Charge.Outcome)[],
  dispute: [
    'enhanced_eligibility_types',
    'intended_submission_method',
    'payment_method_details',
  ] satisfies (keyof Stripe.Dispute)[],
  dispute_evidence: ['enhanced_evidence'] satisfies (keyof Stripe.Dispute.Evidence)[],
  dispute_evidence_details: [
    'enhanced_eligibility',
    'submission_method',
  ] satisfies (keyof Stripe.Dispute.EvidenceDetails)[],
  balance_transaction: ['balance_type'] satisfies (keyof Stripe.BalanceTransaction)[],
  payment_intent: [
    'allowed_payment_method_types',
    'customer_account',
    'excluded_payment_method_types',
    'managed_payments',
    'payment_method_configuration_details',
    'payment_record',
    'source',
  ] satisfies (keyof Stripe.PaymentIntent)[],
  payment_method: ['customer_account'] satisfies (keyof Stripe.PaymentMethod)[],
  payment_method_card: ['display_brand', 'regulated_status'] satisfies (keyof Stripe.PaymentMethod.Card)[],
  payment_method_details_card: [
    'amount_authorized',
    'authorization_code',
    'electronic_commerce_indicator',
    'network_transaction_id',
    'regulated_status',
    'transaction_link_id',
  ] satisfies (keyof Stripe.Charge.PaymentMethodDetails.Card)[],
  refund: ['customer', 'customer_account', 'payment_method'] satisfies (keyof Stripe.Refund)[],
}

type Schema = null | boolean | number | string | Schema[] | { [name: string]: Schema }
type Excerpt = { responses: Record<string, Schema>; schemas: Record<string, Schema> }

const file = path.join(import.meta.dirname, 'stripe-openapi.json')
const excerpt: Excerpt = JSON.parse(readFileSync(file, 'utf8'))

const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
for (const [name, schema] of Object.entries(excerpt.schemas)) {
  ajv.addSchema(closed(schema, name), `/schemas/${name}`)
}
const responses = Object.entries(excerpt.responses).map(([call, schema]) => {
  const [method, address = ''] = call.split(' ')
  const pattern = new RegExp(`^${address.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  return { method, pattern, validate: ajv.compile(closed(schema, call)) }
})

/** What an answer to this call breaks of the description: an error's shape counts for every failure. */
export function breaches(call: { method: string; path: string; status: number; body: unknown }): string[] {
  if (call.status >= 400) return breachesOf('error', call.body)
  const described = responses.find(({ method, pattern }) => method === call.method && pattern.test(call.path))
  if (!described) return [`${call.method} ${call.path} is no call of the provider's`]
  return violations(described.validate, call.body)
}

/** The violations of a schema of the provider's. */
export function breachesOf(shape: string, body: unknown): string[] {
  const validate = ajv.getSchema(`/schemas/${shape}`)
  return validate ? violations(validate, body) : [`${shape} is no shape of the provider's`]
}

function violations(validate: ValidateFunction, body: unknown): string[] {
  validate(body)
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
}

/** A description that has been renewed knows more, and is then to be believed. */
function refuseKnown(properties: Record<string, Schema>, key: string): string {
  if (key in properties) throw new Error(`The description knows ${key}: it is no longer newer`)
  return key
}

/** OpenAPI 3.0 as JSON Schema: null is a type of its own, and what is not described is not allowed. */
function closed(schema: Schema, name = ''): Record<string, Schema> | boolean {
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
  const known = newer[name] ?? []
  const whole: Schema =
    properties && typeof properties === 'object' && !Array.isArray(properties)
      ? {
          additionalProperties: false,
          ...copy,
          properties: {
            ...Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, copyOf(part)])),
            ...Object.fromEntries(known.map((key) => [refuseKnown(properties, key), true])),
          },
        }
      : copy
  return nullable === true ? { anyOf: [whole, { type: 'null' }] } : whole
}
