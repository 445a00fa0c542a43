import type { ColumnType } from 'kysely'
import type { ImportDelimiter } from '#contract/catalog/imports/import-states.ts'
import type { ImportColumn, PartField } from '#contract/catalog/products/part-fields.ts'
import type { NewProduct } from '#contract/catalog/products/products.ts'

export type {
  FileError,
  ImportChoice,
  ImportEncoding,
  ImportFailure,
  ImportReport,
} from '#contract/catalog/imports/import-states.ts'
export type { AttributeValues, DrawingParameters } from '#contract/catalog/part-types/part-types.ts'
export type { PostalAddress } from '#contract/people/addresses/address-format.ts'
export type { Seller } from '#contract/sales/orders/orders.ts'

export type Json<T> = ColumnType<T, string, string>
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
export type DefaultedJson<T> = ColumnType<T, string | undefined, string>
export type Numeric = ColumnType<string, number, number>

/** Never includes the whole number or the security code of the card. */
export type StoredCard = { id: string; brand: string; last4: string; exp_month: number; exp_year: number }

export type StoredCardError = {
  type: string
  code: string
  decline_code?: string
  message: string
  charge?: string
  card: StoredCard
}

/** Faults in calls to the card sandbox; `act_and_` ones happen after the call has taken effect. */
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
export const eventFaults = ['lose', 'double', 'delay', 'reorder'] as const
export const faultyCalls = ['every_call', 'create', 'read', 'list', 'confirm', 'cancel', 'refund'] as const

export type CallFault = (typeof callFaults)[number]
export type EventFault = (typeof eventFaults)[number]
export type FaultTarget = (typeof faultyCalls)[number] | 'events'

export type RsaPrivateJwk = Record<'kty' | 'n' | 'e' | 'd' | 'p' | 'q' | 'dp' | 'dq' | 'qi', string>

export type AmountColumn = Extract<PartField, { kind: 'price' | 'count' }>['column']
export type UnsettledAmounts = Partial<Record<AmountColumn, string>>
export type DecimalSign = ',' | '.'

export type ImportLayout = {
  delimiter: ImportDelimiter
  columns: (ImportColumn | null)[]
  ignored: string[]
  /** How many columns there are up to the last one with a name, if others follow. */
  named?: number
  /** The column of ids is called `id`: other programs call their own ids so, which name no part. */
  hasForeignIds?: boolean
  /** The decimal signs that cells with both separators, or one of them twice, show. */
  decimals?: Partial<Record<AmountColumn, DecimalSign[]>>
  /** Those of all cells: where they differ, nothing is settled. */
  decimalsOfAll?: Partial<Record<AmountColumn, DecimalSign[]>>
}
export type ImportConflictRow = { row: number; id: string; name: string }

export type ImportedPart = {
  [F in Exclude<PartField, { kind: 'type' }> as F['column']]?: NewProduct[F['name']]
} & { part_type_id?: number | null }
