import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'

/** A column the database fills when nothing is given. */
type Defaulted<T> = ColumnType<T, T | undefined, T>
/** Written as JSON text, read as the value. */
type Json<T> = ColumnType<T, string, string>
type DefaultedJson<T> = ColumnType<T, string | undefined, string>

/** What is kept of a card: never its number or security code. */
export type StoredCard = { id: string; brand: string; last4: string; exp_month: number; exp_year: number }

export type StoredCardError = {
  type: string
  code: string
  decline_code?: string
  message: string
  charge?: string
  card: StoredCard
}

export type CardIntentTable = {
  id: string
  client_secret: string
  amount_minor: number
  refunded_minor: Defaulted<number>
  /** Its charge has been disputed, whatever came of it. */
  disputed: Defaulted<boolean>
  currency: string
  status: Defaulted<'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'>
  description: string | null
  receipt_email: string | null
  metadata: DefaultedJson<Record<string, string>>
  payment_method: ColumnType<StoredCard | null, string | null | undefined, string | null>
  last_payment_error: ColumnType<StoredCardError | null, string | null | undefined, string | null>
  charge_id: Defaulted<string | null>
  charged_at: Defaulted<Date | null>
  challenge_token: Defaulted<string | null>
  challenge_expires_at: Defaulted<Date | null>
  cancellation_reason: Defaulted<string | null>
  canceled_at: Defaulted<Date | null>
  created_at: Date
}

export type CardRefundTable = {
  id: string
  intent_id: string
  amount_minor: number
  reason: string | null
  metadata: Json<Record<string, string>>
  status: Defaulted<'succeeded' | 'failed'>
  /** When the bank will send it back. */
  fails_at: Defaulted<Date | null>
  created_at: Date
}

export type CardDisputeTable = {
  id: string
  intent_id: string
  amount_minor: number
  reason: string
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
  evidence: DefaultedJson<Record<string, string>>
  submission_count: Defaulted<number>
  metadata: DefaultedJson<Record<string, string>>
  withdrawal_id: Defaulted<string | null>
  withdrawn_at: Defaulted<Date | null>
  reinstatement_id: Defaulted<string | null>
  reinstated_at: Defaulted<Date | null>
  due_by: Date
  created_at: Date
}

export type CardIdempotencyKeyTable = {
  key: string
  request_hash: string
  request_id: string
  status: Defaulted<number | null>
  response: Defaulted<string | null>
  created_at: Date
}

export type CardEventTable = {
  id: string
  type: string
  body: string
  attempts: Defaulted<number>
  last_status: Defaulted<number | null>
  delivered_at: Defaulted<Date | null>
  next_attempt_at: Date | null
  disturbed: Defaulted<boolean>
  position: GeneratedAlways<number>
  created_at: Date
}

/** What a disturbed call of the provider does. */
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
/** What happens to a disturbed event. */
export const eventFaults = ['lose', 'double', 'delay', 'reorder'] as const
export const faultyCalls = ['every_call', 'create', 'read', 'list', 'confirm', 'cancel', 'refund'] as const

export type CallFault = (typeof callFaults)[number]
export type EventFault = (typeof eventFaults)[number]
export type FaultTarget = (typeof faultyCalls)[number] | 'events'

export type CardFaultTable = {
  id: Generated<number>
  target: FaultTarget
  act: CallFault | EventFault
  delay_ms: number
  share: number
  remaining: number | null
  created_at: Date
}

export type CardTables = {
  'cards.intents': CardIntentTable
  'cards.refunds': CardRefundTable
  'cards.disputes': CardDisputeTable
  'cards.idempotency_keys': CardIdempotencyKeyTable
  'cards.events': CardEventTable
  'cards.faults': CardFaultTable
}

export type CardIntentRow = Selectable<CardIntentTable>
export type CardRefundRow = Selectable<CardRefundTable>
export type CardDisputeRow = Selectable<CardDisputeTable>
export type CardEventRow = Selectable<CardEventTable>
export type CardFaultRow = Selectable<CardFaultTable>
