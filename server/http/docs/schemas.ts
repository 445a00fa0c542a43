import * as z from 'zod/v4/core'
import { api } from '#contract/api.ts'
import { errorStatus } from '#contract/errors.ts'
import { deletionSchema, emailSchema, idSchema } from '#contract/fields.ts'
import { failedMailSchema } from '#contract/mails/failed-mails.ts'
import { adminSchemaTexts } from '#contract/messages/api/api-admin-schemas.ts'
import { commonFields, schemaExamples, schemaTexts } from '#contract/messages/api/api-schemas.ts'
import { newOrderSchema, orderSchema, orderStatusSchema, refundSchema } from '#contract/orders/orders.ts'
import { disputeSchema } from '#contract/payments/disputes.ts'
import { ledgerCheckSchema, ledgerDifferenceSchema } from '#contract/payments/ledger.ts'
import { refundBodySchema } from '#contract/payments/payments.ts'
import { importFaultSchema, importReportSchema } from '#contract/products/import-states.ts'
import { importChangeSchema, importErrorSchema, importSchema } from '#contract/products/imports.ts'
import {
  categorySchema,
  newProductSchema,
  productChangeSchema,
  productSchema,
} from '#contract/products/products.ts'
import { countsSchema, suggestionsSchema } from '#contract/products/search.ts'
import { estimateSchema, newEstimateSchema, subscriberSchema } from '#contract/requests/requests.ts'
import {
  listedReviewSchema,
  managedReviewSchema,
  newReviewSchema,
  reviewSchema,
  shownReviewSchema,
} from '#contract/reviews/reviews.ts'
import { signInRecordSchema } from '#contract/users/sign-ins.ts'
import { profileSchema, roleSchema, userSchema } from '#contract/users/users.ts'

/** A JSON Schema (2020-12), as OpenAPI 3.1 has it. */
export type Schema = z.JSONSchema.BaseSchema

/** The schemas that the document names. */
const named: Record<string, z.$ZodType> = {
  Category: categorySchema,
  Product: productSchema,
  NewProduct: newProductSchema,
  ProductChange: productChangeSchema,
  UploadedImage: api.uploadImage.response,
  Counts: countsSchema,
  Suggestions: suggestionsSchema,
  OrderStatus: orderStatusSchema,
  Order: orderSchema,
  NewOrder: newOrderSchema,
  OrderStatusChange: api.setOrderStatus.body,
  Refund: refundSchema,
  NewRefund: refundBodySchema,
  Dispute: disputeSchema,
  PaymentRequest: api.createPaymentIntent.body,
  PaymentSecret: api.createPaymentIntent.response,
  PaymentReport: api.markOrderPaid.body,
  EventReceipt: api.receiveCardEvent.response,
  Review: reviewSchema,
  ShownReview: shownReviewSchema,
  ManagedReview: managedReviewSchema,
  ListedReview: listedReviewSchema,
  NewReview: newReviewSchema,
  ReviewChange: api.updateReview.body,
  Role: roleSchema,
  User: userSchema,
  ProfileChange: profileSchema,
  Exchange: api.exchangeToken.body,
  SignedIn: api.exchangeToken.response,
  AdminFlag: api.getAdminFlag.response,
  SignIn: signInRecordSchema,
  Deletion: deletionSchema,
  Deletions: api.endOtherSignIns.response,
  NewImport: api.startImport.body,
  Import: importSchema,
  ImportFault: importFaultSchema,
  ImportReport: importReportSchema,
  ImportChange: importChangeSchema,
  ImportError: importErrorSchema,
  ImportApproval: api.applyImport.body,
  NewEstimate: newEstimateSchema,
  Estimate: estimateSchema,
  NewSubscriber: api.subscribe.body,
  Subscriber: subscriberSchema,
  FailedMail: failedMailSchema,
  RetriedMails: api.retryFailedMails.response,
  Config: api.getConfig.response,
  Overview: api.getOverview.response,
  LedgerCheck: ledgerCheckSchema,
  LedgerDifference: ledgerDifferenceSchema,
}

const registry = z.registry<{ id?: string; format?: string; maxLength?: number }>()
for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
registry.add(emailSchema, { format: 'email', maxLength: 254 })
registry.add(idSchema, { format: 'uuid' })

/** `text`: a parameter, whose value is a text on the wire and documented as what is read from it. */
type Direction = 'input' | 'output' | 'text'

/** The schemas of a document: those with a name are collected, and referred to. */
export function createSchemas() {
  const components: Record<string, Schema> = { Problem: problemSchema() }
  return {
    /** The named schemas met so far. */
    components,
    read(schema: z.$ZodType, direction: Direction): Schema {
      const { $defs = {}, $schema: _, ...json } = toJson(schema, direction)
      for (const [name, definition] of Object.entries($defs)) {
        components[name] ??= describe(name, definition)
      }
      return json
    },
  }
}

function toJson(schema: z.$ZodType, direction: Direction): Schema {
  const json = z.toJSONSchema(schema, {
    io: direction === 'output' ? 'output' : 'input',
    unrepresentable: 'any',
    metadata: registry,
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod
      if (def.type === 'pipe' && direction !== 'output') {
        const limits = z.toJSONSchema(def.out, { unrepresentable: 'any', io: 'output' })
        if (direction === 'text' && isRead(limits)) replace(jsonSchema, limits)
        else addLimits(jsonSchema, limits)
      }
      if (def.type === 'default' && direction !== 'output') jsonSchema.default = def.defaultValue
      tidy(jsonSchema)
    },
  })
  return JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', '#/components/schemas/'))
}

/** Whether a text is read as something else. */
function isRead({ type }: Schema): boolean {
  return typeof type === 'string' && ['number', 'integer', 'boolean', 'array'].includes(type)
}

function replace(schema: Schema, by: Schema): void {
  for (const key of Object.keys(schema)) delete schema[key]
  const { $schema: _, ...rest } = by
  Object.assign(schema, rest)
}

const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'pattern', 'format']
const MOST_WHOLE = 2_147_483_647

/** What is given is checked after it was trimmed or read as a number: its limits hold for what may be sent, too. */
function addLimits(schema: Schema, checked: Schema): void {
  for (const branch of branchesOf(schema)) {
    const same = branchesOf(checked).find(({ type }) => kindOf(type) === kindOf(branch.type))
    if (!same) continue
    // the whole numbers of the contract end where PostgreSQL's do
    const isWhole = same.type === 'integer' || same.maximum === MOST_WHOLE
    if (branch.type === 'number' && isWhole) branch.type = 'integer'
    for (const limit of LIMITS) if (same[limit] !== undefined) branch[limit] ??= same[limit]
  }
}

function branchesOf(schema: Schema): Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(branchesOf) : [schema]
}

function kindOf(type: Schema['type']): Schema['type'] {
  return type === 'integer' ? 'number' : type
}

/** Leaves out what says nothing: the bounds of JavaScript's integers, and patterns of known formats. */
function tidy(schema: Schema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format) delete schema.pattern
  // fields may be added, and unknown ones are dropped
  delete schema.additionalProperties
  if (schema.anyOf) schema.anyOf = schema.anyOf.flatMap(withoutNesting)
  const numbers = schema.anyOf?.every(isNumber)
  if (numbers) replace(schema, schema.anyOf?.at(-1) ?? {})
}

function withoutNesting(branch: Schema): Schema[] {
  return Object.keys(branch).join() === 'anyOf' ? (branch.anyOf ?? []) : [branch]
}

function isNumber({ type }: Schema): boolean {
  return type === 'number' || type === 'integer'
}

/** Adds what the texts say of a named schema and its fields. */
function describe(name: string, schema: Schema): Schema {
  const { text, fields = {} } = textsOf(name)
  const example = schemaExamples[name]
  return {
    ...(text ? { description: text } : {}),
    ...describeFields(schema, fields, ''),
    ...(example === undefined ? {} : { examples: [example] }),
  }
}

function textsOf(name: string) {
  const fields = schemaTexts.Review?.fields ?? {}
  if (name === 'ShownReview') return { text: 'A review with the name of its part.', fields }
  if (name === 'ManagedReview' || name === 'ListedReview')
    return { text: 'A review as admins see it.', fields }
  return schemaTexts[name] ?? adminSchemaTexts[name] ?? { text: '' }
}

function describeFields(schema: Schema, fields: Record<string, string>, path: string): Schema {
  if (schema.items && typeof schema.items === 'object' && !Array.isArray(schema.items)) {
    return { ...schema, items: describeFields(schema.items, fields, path) }
  }
  if (schema.anyOf) {
    return { ...schema, anyOf: schema.anyOf.map((branch) => describeFields(branch, fields, path)) }
  }
  if (!schema.properties) return schema
  const properties = Object.entries(schema.properties).map(([name, field]) => {
    if (typeof field !== 'object') return [name, field]
    const description = fields[path + name] ?? fields[name] ?? commonFields[name]
    return [
      name,
      { ...describeFields(field, fields, `${path}${name}.`), ...(description && { description }) },
    ]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

function problemSchema(): Schema {
  const text: Schema = { type: 'string' }
  const fault: Schema = {
    type: 'object',
    properties: { path: text, message: text },
    required: ['path', 'message'],
  }
  return describe('Problem', {
    type: 'object',
    properties: {
      type: text,
      title: text,
      status: { type: 'integer' },
      code: { type: 'string', enum: Object.keys(errorStatus) },
      message: text,
      requestId: text,
      errors: { type: 'array', items: fault },
    },
    required: ['type', 'title', 'status', 'code', 'message', 'requestId'],
  })
}
