import type { ImportColumn, PartField } from '#contract/products/part-fields.ts'
import type { NewProduct } from '#contract/products/products.ts'

/** What columns hold where PostgreSQL's own types say too little: JSON values, and texts without a simple check. */

/** What is stored of a card: never its number or security code. */
export type StoredCard = { id: string; brand: string; last4: string; exp_month: number; exp_year: number }

export type StoredCardError = {
  type: string
  code: string
  decline_code?: string
  message: string
  charge?: string
  card: StoredCard
}

/** What a fault does to a call of the card sandbox. */
export const callFaults = [
  'slow',
  'fail',
  'act_and_fail',
  'drop',
  'act_and_drop',
  'babble',
  'act_and_babble',
  'blank',
  'act_and_blank',
] as const
/** What a fault does to an event. */
export const eventFaults = ['lose', 'double', 'delay', 'reorder'] as const
export const faultyCalls = ['every_call', 'create', 'read', 'list', 'confirm', 'cancel', 'refund'] as const

export type CallFault = (typeof callFaults)[number]
export type EventFault = (typeof eventFaults)[number]
export type FaultTarget = (typeof faultyCalls)[number] | 'events'

export type RsaPrivateJwk = Record<'kty' | 'n' | 'e' | 'd' | 'p' | 'q' | 'dp' | 'dq' | 'qi', string>

/** A file's header: the delimiter, which column each cell is, and the names that mean nothing to the store. */
export type ImportLayout = { delimiter: string; columns: (ImportColumn | null)[]; ignored: string[] }
export type ImportConflictRow = { row: number; id: string; name: string }

/** Columns of `products`; only those that the file has. */
export type ImportedPart = {
  [F in PartField as F['column']]?: NewProduct[F['name']]
}
