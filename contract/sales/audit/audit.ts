import * as z from 'zod/mini'
import { partFields } from '../../catalog/products/part-fields.ts'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { boundedText, pageFields, timeSchema } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { settingKeys } from '../../store/settings/settings.ts'

/** What is changed, and the fields or events that are recorded of it. */
export const auditFields = {
  order: ['status', 'paid', 'refunded', 'dispute', 'expired', 'deleted', 'note'],
  product: ['created', 'archived', 'deleted', ...partFields.map(({ name }) => name)],
  review: ['hidden'],
  user: ['role', 'disabled', 'deleted', 'profile'],
  setting: settingKeys,
  import: ['applied', 'undone', 'discarded'],
  estimate: ['deleted'],
  subscriber: ['deleted'],
  mail: ['retried'],
  job: ['run'],
  catalogue: ['category', 'partType', 'attribute'],
} as const satisfies Record<string, readonly string[]>

export type AuditEntity = keyof typeof auditFields
export type AuditKind = {
  [Entity in AuditEntity]: `${Entity}.${(typeof auditFields)[Entity][number]}`
}[AuditEntity]

const entitySchema = z.enum([
  'order',
  'product',
  'review',
  'user',
  'setting',
  'import',
  'estimate',
  'subscriber',
  'mail',
  'job',
  'catalogue',
])
export const auditEntities: readonly AuditEntity[] = entitySchema.options

export const auditEntrySchema = z.object({
  _id: z.string(),
  at: timeSchema,
  /** Null: the store itself, or a command. A deleted account has neither a name nor an address. */
  by: z.nullable(z.object({ name: z.nullable(z.string()), email: z.nullable(z.string()) })),
  entity: entitySchema,
  entityId: z.string(),
  field: z.string(),
  /** What it is called now: the part, the part of an order, the address of an account; null where it is gone or has no name. */
  name: z.nullable(z.string()),
  /** Of an order; null of anything else. */
  orderNumber: z.nullable(z.int()),
  hasPage: z.boolean(),
  /** As text; an amount is a decimal number in `currency`, a setting is JSON. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  currency: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

const kinds = auditEntities.flatMap((entity) => [
  entity,
  ...auditFields[entity].map((field) => `${entity}.${field}`),
])

/** PostgreSQL has no year 0. */
const day = z.iso.date().check(z.regex(/^(?!0000)/))

const filters = {
  what: z.optional(z.enum(kinds)),
  /** `staff`, `store`, or the address of an account. */
  by: z.optional(boundedText(254)),
  from: z.optional(day),
  to: z.optional(day),
  q: z.optional(boundedText(200)),
}
export type AuditFilters = z.output<z.ZodMiniObject<typeof filters>>

export const listAudit = defineEndpoint({
  ...routes.listAudit,
  summary:
    'Who changed what, newest first: what staff did, and the store itself. With `q`, an order, a part or a person, also what orders and imports changed',
  access: { permission: 'system.read' },
  query: z.object({ ...pageFields(50), ...filters }),
  response: z.array(auditEntrySchema),
})

export const exportAudit = defineEndpoint({
  ...routes.exportAudit,
  summary: 'A CSV file of what the list has with the same filters; formulas are escaped',
  access: { permission: 'system.read' },
  query: z.object(filters),
  response: z.file().check(z.mime(['text/csv; charset=utf-8'])),
})
