import type { ColumnType, GeneratedAlways, Insertable, Selectable } from 'kysely'

/** A column the database fills when nothing is given. */
type Defaulted<T> = ColumnType<T, T | undefined, T>

export type UserTable = {
  id: string
  uid: string
  email: string | null
  /** The identity provider's word at the last exchange. */
  email_verified: Defaulted<boolean>
  role: Defaulted<'admin' | 'user'>
  display_name: string | null
  photo_url: string | null
  education: Defaulted<string | null>
  location: Defaulted<string | null>
  number: Defaulted<string | null>
  linkedin: Defaulted<string | null>
  valid_since: Defaulted<Date>
  sign_ins_since: Defaulted<Date>
  disabled_at: Defaulted<Date | null>
  deleted_at: Defaulted<Date | null>
  identity_removed_at: Defaulted<Date | null>
  unpaid_orders: Defaulted<number>
  created_at: Date
}

export type SignInTable = {
  id: string
  user_id: string
  key: string
  device_id: string | null
  device: string
  second_factor: boolean
  signed_in_at: Date
  created_at: Date
  last_seen_at: Date
  ended_at: Defaulted<Date | null>
}

export type ProductTable = {
  id: string
  name: string
  description: string
  price_minor: number
  minimum_order: number
  available: number
  img: string
  images: Defaulted<string[]>
  category: 'tools' | 'wheels' | 'engine' | 'suspension' | 'body' | 'lighting' | 'electrical' | 'fluids'
  brand: string | null
  part_number: string | null
  part_number_key: GeneratedAlways<string | null>
  words: GeneratedAlways<string>
  in_stock: GeneratedAlways<boolean>
  /** How many pieces there are, where they are ten or fewer. */
  scarce: GeneratedAlways<number | null>
  created_at: Date
  archived_at: Defaulted<Date | null>
}

export type PartCountTable = {
  category: ProductTable['category']
  brand: string
  in_stock: boolean
  parts: number
}

export type OrderTable = {
  id: string
  user_id: string
  product_id: string
  product_name: string
  img: string
  name: string | null
  email: string
  phone: string
  address: string
  location: string
  quantity: number
  unit_price_minor: number
  total_minor: number
  currency: string
  status: Defaulted<'pending' | 'Pending' | 'Shift'>
  expires_at: Date
  paid_at: Defaulted<Date | null>
  transaction_id: Defaulted<string | null>
  closing: Defaulted<'delete' | 'expire' | null>
  closing_returns_stock: Defaulted<boolean | null>
  closing_at: Defaulted<Date | null>
  stock_returned_at: Defaulted<Date | null>
  expired_at: Defaulted<Date | null>
  deleted_at: Defaulted<Date | null>
  receipt_number: Defaulted<number | null>
  /** Hundredths of a percent that the total includes. */
  tax_rate: Defaulted<number>
  /** Given back, or set aside for it. */
  refunded_minor: Defaulted<number>
  pieces_returned: Defaulted<number>
  created_at: Date
}

export type PaymentIntentTable = {
  order_id: string
  attempt: number
  intent_id: string | null
  amount_minor: number
  currency: string
  created_at: Date
  closed_at: Defaulted<Date | null>
  checked_at: Defaulted<Date | null>
  /** The newest asking whose answer about refunds, or disputes, was written down. */
  refunds_look: Defaulted<number>
  disputes_look: Defaulted<number>
}

export type StrayPaymentTable = {
  intent_id: string
  order_id: string
  amount_minor: number
  currency: string
  created_at: Date
  refunded_at: Defaulted<Date | null>
}

/** `asked_by` is null for a refund made at the provider. */
export type RefundTable = {
  id: string
  order_id: string
  amount_minor: number
  pieces: Defaulted<number>
  reason: string | null
  asked_by: string | null
  provider_id: string | null
  created_at: Date
  done_at: Defaulted<Date | null>
  failed_at: Defaulted<Date | null>
}

export type DisputeTable = {
  id: string
  order_id: string
  intent_id: string
  amount_minor: number
  currency: string
  reason: string
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
    | 'prevented'
    | 'appeal_needs_response'
    | 'appeal_under_review'
  evidence_due_at: Date | null
  /** Taken out of the shop's balance and not put back. */
  withdrawn_minor: number
  created_at: Date
}

export type LedgerTable = {
  id: GeneratedAlways<number>
  at: Date
  kind: 'charge' | 'refund' | 'refund_failed' | 'dispute_withdrawn' | 'dispute_reinstated'
  order_id: string
  intent_id: string
  refund_id: string | null
  dispute_id: Defaulted<string | null>
  movement_id: Defaulted<string | null>
  amount_minor: number
  /** Negative for what went out. */
  signed_minor: GeneratedAlways<number>
  currency: string
}

export type LedgerCheckTable = {
  id: string
  at: Date
  since: Date
  until: Date
  payments: number
  refunds: number
  disputes: number
  differences: ColumnType<unknown, string, never>
}

export type ReviewTable = {
  id: string
  user_id: string | null
  product_id: string | null
  name: string
  img: string | null
  description: string
  rating: ColumnType<string, number, number>
  hidden_at: Defaulted<Date | null>
  created_at: Date
}

export type EstimateTable = {
  id: string
  name: string
  email: string
  phone: string | null
  vehicle: string | null
  year: string | null
  part: string | null
  quantity: string | null
  note: string | null
  created_at: Date
}

export type IdempotencyKeyTable = {
  user_id: string
  method: string
  path: string
  key: string
  body_hash: string
  status: Defaulted<number | null>
  response: ColumnType<unknown, string | null | undefined, string | null>
  created_at: Date
}

export type AuditTable = {
  id: GeneratedAlways<number>
  at: Date
  actor_id: string | null
  entity: 'order' | 'product' | 'user' | 'review' | 'payment'
  entity_id: string
  field: string
  before: string | null
  after: string | null
}

export type StoreTables = {
  secrets: { name: string; value: string; created_at: Defaulted<Date> }
  users: UserTable
  sign_ins: SignInTable
  products: ProductTable
  part_counts: PartCountTable
  part_count_changes: PartCountTable
  orders: OrderTable
  payment_intents: PaymentIntentTable
  stray_payments: StrayPaymentTable
  refunds: RefundTable
  disputes: DisputeTable
  ledger: LedgerTable
  card_events: { id: string; type: string; order_id: string | null; created_at: Date }
  reviews: ReviewTable
  estimates: EstimateTable
  subscribers: { id: string; email: string; created_at: Date }
  idempotency_keys: IdempotencyKeyTable
  rate_limits: { key: string; window_start: Date; count: number }
  audit: AuditTable
  order_news: { audit_id: number; fault: Defaulted<string | null> }
  receipt_counter: { singleton: Defaulted<boolean>; last: number }
  ledger_checks: LedgerCheckTable
}

export type UserRow = Selectable<UserTable>
export type SignInRow = Selectable<SignInTable>
export type ProductRow = Selectable<ProductTable>
export type OrderRow = Selectable<OrderTable>
export type PaymentIntentRow = Selectable<PaymentIntentTable>
export type LedgerRow = Selectable<LedgerTable>
export type DisputeRow = Selectable<DisputeTable>
export type RefundRow = Selectable<RefundTable>
export type ReviewRow = Selectable<ReviewTable>
export type NewUserRow = Insertable<UserTable>
