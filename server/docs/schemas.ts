import * as z from 'zod/v4/core'
import { api } from '#contract/api.ts'
import { fileErrorSchema, importReportSchema } from '#contract/catalog/imports/import-states.ts'
import { importChangeSchema, importErrorSchema, importSchema } from '#contract/catalog/imports/imports.ts'
import { stockNoticeSchema } from '#contract/catalog/notices/notices.ts'
import {
  attributeSchema,
  choiceMergeSchema,
  mergedChoiceSchema,
  shownAttributeSchema,
} from '#contract/catalog/part-types/attributes.ts'
import { categorySchema } from '#contract/catalog/part-types/categories.ts'
import {
  catalogueSchema,
  catalogueUseSchema,
  partTypeSchema,
} from '#contract/catalog/part-types/part-types.ts'
import {
  changedProductSchema,
  newProductSchema,
  productChangeSchema,
  productSchema,
} from '#contract/catalog/products/products.ts'
import { relatedPartsSchema } from '#contract/catalog/products/related.ts'
import {
  listedReviewSchema,
  managedReviewSchema,
  newReviewSchema,
  reviewSchema,
  reviewScoreSchema,
  shownReviewSchema,
} from '#contract/catalog/reviews/reviews.ts'
import { countsSchema, suggestionsSchema } from '#contract/catalog/search/search.ts'
import {
  addressSchema,
  billingAddressSchema,
  newAddressSchema,
  postalAddressSchema,
} from '#contract/people/addresses/addresses.ts'
import {
  estimateSchema,
  newEstimateSchema,
  subscriberSchema,
  subscriptionSchema,
} from '#contract/people/requests/requests.ts'
import { signInRecordSchema } from '#contract/people/sign-in/sign-ins.ts'
import { profileSchema, roleSchema, userSchema } from '#contract/people/users/users.ts'
import { fieldTexts } from '#contract/platform/api-docs/api-fields.ts'
import { errorStatus } from '#contract/platform/errors.ts'
import { deletionSchema, emailSchema, idSchema } from '#contract/platform/fields.ts'
import { failedJobSchema } from '#contract/platform/jobs/failed-jobs.ts'
import { failedMailSchema } from '#contract/platform/mail/failed-mails.ts'
import { auditEntrySchema } from '#contract/sales/audit/audit.ts'
import { cartLineSchema, cartSchema, quotedLineSchema, quoteSchema } from '#contract/sales/cart/cart.ts'
import { checkoutSchema, contactSchema, lineFaultSchema } from '#contract/sales/cart/checkout.ts'
import {
  foundOrderSchema,
  foundPartSchema,
  foundPersonSchema,
  foundSchema,
} from '#contract/sales/find/find.ts'
import { orderLineSchema, refundLineSchema } from '#contract/sales/orders/lines.ts'
import { orderNoteSchema } from '#contract/sales/orders/notes.ts'
import {
  newOrderSchema,
  orderSchema,
  orderStatusSchema,
  refundSchema,
} from '#contract/sales/orders/orders.ts'
import { disputeSchema } from '#contract/sales/payments/disputes.ts'
import { ledgerCheckSchema, ledgerDifferenceSchema } from '#contract/sales/payments/ledger.ts'
import { refundBodySchema, refundedLineSchema } from '#contract/sales/payments/payments.ts'
import {
  savedSettingsSchema,
  settingKeySchema,
  settingsChangeSchema,
  settingsHistorySchema,
} from '#contract/store/settings/settings.ts'
import { schemaExamples } from './examples.ts'

export type Schema = z.JSONSchema.BaseSchema

export const namedSchemas: Record<string, [schema: z.$ZodType, description: string]> = {
  Catalogue: [catalogueSchema, 'What the shop arranges of its catalogue.'],
  CatalogueUse: [catalogueUseSchema, 'How many parts on sale have what.'],
  PartType: [partTypeSchema, 'A type of parts, with its attributes.'],
  PartTypeChange: [api.savePartType.body, 'Only the fields that are sent change.'],
  Attribute: [attributeSchema, 'What parts of a type may have, such as a diameter.'],
  AttributeChange: [api.saveAttribute.body, 'Only the fields that are sent change.'],
  ChoiceMerge: [choiceMergeSchema, 'Two choices of an attribute, of which one stays.'],
  MergedChoice: [mergedChoiceSchema, 'What merging a choice changed.'],
  ShownAttribute: [shownAttributeSchema, 'An attribute of a part with its value.'],
  ChangedProduct: [changedProductSchema, 'A part after a change.'],
  CategoryChange: [api.saveCategory.body, 'Only the fields that are sent change.'],
  Category: [categorySchema, 'A category, or a subcategory of one.'],
  Product: [productSchema, 'A part on sale.'],
  NewProduct: [newProductSchema, 'A part to add, its price in the currency of the store.'],
  ProductChange: [productChangeSchema, 'Only the fields that are sent change.'],
  UploadedImage: [api.uploadImage.response, 'The path of a stored picture, and its size.'],
  Counts: [countsSchema, 'How many parts a list has, and per filter.'],
  Suggestions: [suggestionsSchema, 'Completions of the first letters of a search.'],
  QuoteRequest: [api.quote.body, 'Parts, and how many of each.'],
  Quote: [quoteSchema, 'What parts cost now.'],
  QuotedLine: [quotedLineSchema, 'A part as it would be ordered now.'],
  Cart: [cartSchema, 'What an account wants to order, oldest first.'],
  CartLine: [cartLineSchema, 'A part in a cart.'],
  CartLineChange: [api.setCartLine.body, 'How many of a part are wanted.'],
  CartMerge: [api.mergeCart.body, 'What a browser had in its cart, oldest first.'],
  MergedCart: [api.mergeCart.response, 'The cart, and what became of what was sent.'],
  Checkout: [
    checkoutSchema,
    'An order of a cart. Goods go to `addressId` or `shipTo`; with the delivery `pickup` a `contact` collects them.',
  ],
  LineFault: [lineFaultSchema, 'Why a line was not ordered, with its part as it is now.'],
  Contact: [contactSchema, 'Who collects the goods.'],
  Address: [addressSchema, 'An address that the account keeps.'],
  NewAddress: [newAddressSchema, 'An address. Which fields are required depends on its country.'],
  AddressChange: [api.updateAddress.body, 'Only the fields that are sent change.'],
  BillingAddress: [billingAddressSchema, 'The address of an invoice.'],
  OrderStatus: [orderStatusSchema, '`pending` and `Pending` mean the same; `Shift` is an order on its way.'],
  Order: [
    orderSchema,
    'An order. Name, picture and price are those of its part at the time it was placed; of several lines: those of the first part, and the total as the price.',
  ],
  OrderLine: [orderLineSchema, 'A line of an order, with its part as it was when the order was placed.'],
  PostalAddress: [postalAddressSchema, 'An address as it was when the order was placed.'],
  OrderNote: [orderNoteSchema, 'What staff wrote about an order for one another.'],
  NewOrderNote: [api.addOrderNote.body, 'A note for staff.'],
  NewOrder: [newOrderSchema, 'An order of one part for the signed-in account.'],
  OrderStatusChange: [
    api.setOrderStatus.body,
    'The next status, stored with this case. `confirm` sends what is refunded or disputed.',
  ],
  Refund: [refundSchema, 'A refund of an order.'],
  RefundLine: [refundLineSchema, 'What a refund gives back of a line.'],
  NewRefund: [refundBodySchema, 'A refund to make: of an amount, of lines, or of the rest.'],
  NewRefundLine: [refundedLineSchema, 'What to give back of a line.'],
  Dispute: [disputeSchema, 'A dispute (chargeback) of a payment.'],
  PaymentRequest: [api.createPaymentIntent.body, 'The order to be paid.'],
  PaymentSecret: [api.createPaymentIntent.response, 'The secret of a payment intent.'],
  PaymentReport: [api.markOrderPaid.body, 'A payment that the buyer has made.'],
  EventReceipt: [api.receiveCardEvent.response, 'Acknowledgement of an event.'],
  Review: [reviewSchema, 'A published review.'],
  ShownReview: [shownReviewSchema, 'A review with the name of its part.'],
  ReviewScore: [reviewScoreSchema, 'The score of a part from its visible reviews.'],
  ManagedReview: [managedReviewSchema, 'A review as staff see it.'],
  ListedReview: [listedReviewSchema, 'A review in the list for staff.'],
  NewReview: [newReviewSchema, 'A review of a part or of the store.'],
  ReviewChange: [api.updateReview.body, 'Whether a review is hidden.'],
  Role: [roleSchema, 'Role of an account.'],
  User: [userSchema, 'An account.'],
  ProfileChange: [profileSchema, 'Only sent fields change; null or blank clears any but `displayName`.'],
  Exchange: [api.exchangeToken.body, 'The account of the token.'],
  SignedIn: [api.exchangeToken.response, 'The store’s access token and the account.'],
  AdminFlag: [api.getAdminFlag.response, 'Whether an account is an admin and not disabled.'],
  SignIn: [signInRecordSchema, 'A sign-in of the caller on one device.'],
  Deletion: [deletionSchema, 'The resource was deleted.'],
  Deletions: [api.endOtherSignIns.response, 'Resources were deleted.'],
  NewImport: [api.startImport.body, 'A CSV file of parts to be uploaded.'],
  Import: [importSchema, 'An import of parts from a CSV file.'],
  ImportFault: [fileErrorSchema, 'Why a file cannot be read.'],
  ImportReport: [importReportSchema, 'What an import would change.'],
  ImportChange: [importChangeSchema, 'What one row of an import writes.'],
  ImportError: [importErrorSchema, 'An error in a row of a file.'],
  ImportApproval: [api.applyImport.body, 'The comparison to be applied.'],
  NewEstimate: [newEstimateSchema, 'A request for an estimate.'],
  Estimate: [estimateSchema, 'A stored request; fields that were not filled in are null.'],
  RelatedParts: [relatedPartsSchema, 'What goes together with a part, and what is similar.'],
  NewStockNotice: [api.askForNotice.body, 'An address that wants to know when a part is for sale again.'],
  StockNotice: [stockNoticeSchema, 'An address that gets one mail when the part is for sale again.'],
  NewSubscriber: [api.subscribe.body, 'An address for the newsletter.'],
  Subscription: [subscriptionSchema, 'An address that gets the newsletter.'],
  Subscriber: [subscriberSchema, 'A subscriber of the newsletter.'],
  FailedMail: [
    failedMailSchema,
    'A mail that could not be sent, or an order event for which no mail could be composed.',
  ],
  RetriedMails: [api.retryFailedMails.response, 'Failed mails are retried.'],
  FailedJob: [failedJobSchema, 'Failures of a background job without a success between them.'],
  JobRun: [api.runJobAgain.response, 'A failed job runs again.'],
  Config: [api.getConfig.response, 'Public configuration of the store.'],
  SettingKey: [settingKeySchema, 'Name of a setting.'],
  SavedSettings: [savedSettingsSchema, 'What the shop says about itself, and who saved it.'],
  SettingsChange: [settingsChangeSchema, 'Only the settings that are sent change.'],
  SettingsSave: [settingsHistorySchema, 'One save of one or more settings.'],
  Found: [foundSchema, 'The first orders, people and parts with what was typed.'],
  FoundOrder: [foundOrderSchema, 'An order that was found.'],
  FoundPerson: [foundPersonSchema, 'An account that was found.'],
  FoundPart: [foundPartSchema, 'A part that was found.'],
  AuditEntry: [auditEntrySchema, 'A change, with who made it.'],
  Overview: [api.getOverview.response, 'Sales, orders and stock at a glance.'],
  LedgerCheck: [ledgerCheckSchema, 'A comparison of the ledger with the card provider.'],
  LedgerDifference: [ledgerDifferenceSchema, 'A mismatch between the ledger and the card provider.'],
}

const text: Schema = { type: 'string' }

const problemSchema: Schema = {
  type: 'object',
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    message: text,
    requestId: text,
    errors: {
      type: 'array',
      items: { type: 'object', properties: { path: text, message: text }, required: ['path', 'message'] },
    },
  },
  required: ['type', 'title', 'status', 'code', 'message', 'requestId'],
}

const registry = z.registry<{ id?: string; format?: string; maxLength?: number }>()
for (const [id, [schema]] of Object.entries(namedSchemas)) registry.add(schema, { id })
registry.add(emailSchema, { format: 'email', maxLength: 254 })
registry.add(idSchema, { format: 'uuid' })

/** `parameter`: text on the wire, documented as the value that is read from it. */
type Direction = 'input' | 'output' | 'parameter'

export function createSchemas() {
  const problem = describe('Problem', problemSchema, 'Problem details (RFC 9457) of every error.')
  const components: Record<string, Schema> = { Problem: problem }
  return {
    components,
    read(schema: z.$ZodType, direction: Direction): Schema {
      const { $defs = {}, $schema: _, ...json } = toJson(schema, direction)
      for (const [name, definition] of Object.entries($defs))
        components[name] ??= describe(name, definition, namedSchemas[name]?.[1] ?? '')
      return json
    },
  }
}

function toJson(schema: z.$ZodType, direction: Direction): Schema {
  const json = z.toJSONSchema(schema, {
    io: direction === 'output' ? 'output' : 'input',
    unrepresentable: 'any',
    metadata: registry,
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod
      if (def.type === 'pipe' && direction !== 'output') {
        const { $schema: _, ...checked } = z.toJSONSchema(def.out, { unrepresentable: 'any', io: 'output' })
        if (direction === 'parameter' && CONVERTED.includes(String(checked.type)))
          replace(jsonSchema, checked)
        else addLimits(jsonSchema, checked)
      }
      if (def.type === 'default' && direction !== 'output') jsonSchema.default = def.defaultValue
      tidy(jsonSchema)
    },
  })
  return JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', '#/components/schemas/'))
}

/** The types of values that a text on the wire becomes. */
const CONVERTED = ['number', 'integer', 'boolean', 'array']

function replace(schema: Schema, by: Schema): void {
  for (const key of Object.keys(schema)) delete schema[key]
  Object.assign(schema, by)
}

const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'pattern', 'format']
const MAX_WHOLE = 2_147_483_647

/** Adds the limits of the value after trimming and conversion: they also apply to what may be sent. */
function addLimits(schema: Schema, checked: Schema): void {
  for (const branch of branchesOf(schema)) {
    const same = branchesOf(checked).find(({ type }) => kindOf(type) === kindOf(branch.type))
    if (!same) continue
    // whole numbers of the contract have the maximum of PostgreSQL's `integer`
    const isWhole = same.type === 'integer' || same.maximum === MAX_WHOLE
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

function tidy(schema: Schema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format) delete schema.pattern
  delete schema.additionalProperties
  if (!schema.anyOf) return
  schema.anyOf = schema.anyOf.flatMap((branch) =>
    branch.anyOf && Object.keys(branch).length === 1 ? branch.anyOf : [branch],
  )
  if (schema.anyOf.every(({ type }) => kindOf(type) === 'number')) replace(schema, schema.anyOf.at(-1) ?? {})
}

function describe(name: string, schema: Schema, description: string): Schema {
  const example = schemaExamples[name]
  return { description, ...describeFields(schema, name, ''), ...(example ? { examples: [example] } : {}) }
}

function describeFields(schema: Schema, name: string, path: string): Schema {
  if (isSchema(schema.items)) return { ...schema, items: describeFields(schema.items, name, path) }
  if (schema.anyOf)
    return { ...schema, anyOf: schema.anyOf.map((branch) => describeFields(branch, name, path)) }
  if (!schema.properties) return schema
  const properties = Object.entries(schema.properties).map(([field, value]) => {
    const described = isSchema(value) ? describeFields(value, name, `${path}${field}.`) : {}
    return [field, { ...described, description: fieldTexts[`${name}.${path}${field}`] ?? fieldTexts[field] }]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
