// Made by `npm run database-types` from the migrations. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ImportFailure, ImportFault, ImportReport } from '#contract/products/import-states.ts'
import type {
  CallFault,
  EventFault,
  ImportConflictRow,
  ImportedPart,
  ImportLayout,
  RsaPrivateJwk,
  StoredCard,
  StoredCardError,
} from './column-values.ts'

/** Read as the value, written as its text. */
type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
type DefaultedJson<T> = ColumnType<T, string | undefined, string>
/** Exact numbers are read as text. */
type Numeric = ColumnType<string, number, number>

export type Audit = {
  actor_id: string | null
  after: string | null
  at: Date
  before: string | null
  entity: 'order' | 'product' | 'user' | 'review' | 'payment'
  entity_id: string
  field: string
  id: GeneratedAlways<number>
}

export type CardEvents = {
  created_at: Date
  id: string
  order_id: string | null
  type: string
}

export type Disputes = {
  amount_minor: number
  created_at: Date
  currency: string
  evidence_due_at: Date | null
  id: string
  intent_id: string
  order_id: string
  reason: string
  status: 'warning_needs_response' | 'warning_under_review' | 'warning_closed' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'prevented' | 'appeal_needs_response' | 'appeal_under_review'
  withdrawn_minor: number
}

export type Estimates = {
  created_at: Date
  email: string
  id: string
  name: string
  note: string | null
  part: string | null
  phone: string | null
  quantity: string | null
  vehicle: string | null
  year: string | null
}

export type FacetCountChanges = {
  brand: string
  category: Products['category']
  in_stock: boolean
  parts: number
}

export type FacetCounts = {
  brand: string
  category: Products['category']
  in_stock: boolean
  parts: number
}

export type IdempotencyKeys = {
  body_hash: string
  created_at: Date
  key: string
  method: string
  order_id: string | null
  path: string
  response: NullableJson<unknown>
  status: number | null
  user_id: string
}

export type ImportChanges = {
  after: Json<ImportedPart>
  before: NullableJson<ImportedPart>
  import_id: string
  product_id: string
  row: number
}

export type ImportErrors = {
  by_check: boolean
  column_name: string | null
  import_id: string
  message: string
  position: number
  row: number
  value: string | null
}

export type ImportProgress = {
  done: number
  import_id: string
  total: number
}

export type ImportRows = {
  brand_key: GeneratedAlways<string | null>
  import_id: string
  new_id: string
  number_key: GeneratedAlways<string | null>
  part: Json<ImportedPart>
  product_id: string | null
  row: number
}

export type Imports = {
  actor_id: string | null
  applied_at: Date | null
  bytes: number
  check_version: Generated<number>
  conflicts: DefaultedJson<ImportConflictRow[]>
  created_at: Date
  digest: Generated<string>
  failure: ImportFailure | null
  file_error: NullableJson<ImportFault>
  file_name: string
  id: string
  last_row: Generated<number>
  layout: NullableJson<ImportLayout>
  received: Generated<number>
  rechecked: Generated<boolean>
  report: NullableJson<ImportReport>
  state: Generated<'receiving' | 'checking' | 'checked' | 'applying' | 'applied' | 'undoing' | 'undone' | 'refused' | 'discarded'>
  tail: Generated<Buffer>
  undone_at: Date | null
  unreadable_rows: Generated<number>
}

export type Ledger = {
  amount_minor: number
  at: Date
  currency: string
  dispute_id: string | null
  id: GeneratedAlways<number>
  intent_id: string
  kind: 'charge' | 'refund' | 'refund_failed' | 'dispute_withdrawn' | 'dispute_reinstated'
  movement_id: string | null
  order_id: string
  refund_id: string | null
  signed_minor: GeneratedAlways<number>
}

export type LedgerChecks = {
  at: Date
  disputes: Generated<number>
  id: string
  mismatches: Json<unknown>
  payments: number
  refunds: number
  since: Date
  until: Date
}

export type LexemeCountChanges = {
  lexeme: string
  parts: number
}

export type LexemeCounts = {
  lexeme: string
  parts: number
}

export type Mails = {
  attached: string | null
  attempts: Generated<number>
  body: string
  channel: Generated<'mail' | 'sms'>
  created_at: Generated<Date>
  id: string
  last_error: string | null
  message_id: string | null
  next_attempt_at: Generated<Date>
  recipient: string
  send_until: Date | null
  sent_at: Date | null
  subject: string
}

export type OrderEvents = {
  actor_id: string | null
  after: string | null
  at: Date
  before: string | null
  data: NullableJson<{ expiresAt: string }>
  dispute_id: string | null
  id: GeneratedAlways<number>
  kind: 'placed' | 'status' | 'paid' | 'expired' | 'deleted' | 'refunded' | 'dispute'
  mail_error: string | null
  mailed_at: Date | null
  order_id: string
  refund_id: string | null
}

export type Orders = {
  address: string
  cancellation: 'delete' | 'expire' | null
  cancellation_returns_stock: boolean | null
  cancellation_started_at: Date | null
  created_at: Date
  currency: string
  deleted_at: Date | null
  email: string
  expired_at: Date | null
  expires_at: Date
  id: string
  img: string
  location: string
  name: string | null
  paid_at: Date | null
  phone: string
  product_id: string
  product_name: string
  quantity: number
  quantity_returned: Generated<number>
  receipt_number: number | null
  refunded_minor: Generated<number>
  settlement: 'card' | 'counter' | null
  status: Generated<'pending' | 'Pending' | 'Shift'>
  stock_returned_at: Date | null
  tax_rate: Generated<number>
  total_minor: number
  transaction_id: string | null
  unit_price_minor: number
  user_id: string
}

export type OrphanedPayments = {
  amount_minor: number
  created_at: Date
  currency: string
  intent_id: string
  order_id: string
  refunded_at: Date | null
}

export type PaymentIntents = {
  amount_minor: number
  attempt: number
  checked_at: Date | null
  closed_at: Date | null
  created_at: Date
  currency: string
  disputes_read: Generated<number>
  intent_id: string | null
  order_id: string
  refunds_read: Generated<number>
}

export type Products = {
  archived_at: Date | null
  available: number
  brand: string | null
  category: 'tools' | 'wheels' | 'engine' | 'suspension' | 'body' | 'lighting' | 'electrical' | 'fluids'
  created_at: Date
  description: Generated<string>
  id: string
  images: Generated<string[]>
  img: string
  in_stock: GeneratedAlways<boolean | null>
  minimum_order: number
  name: string
  part_number: string | null
  part_number_key: GeneratedAlways<string | null>
  price_minor: number
  scarce: GeneratedAlways<number | null>
  search_vector: GeneratedAlways<string | null>
}

export type RateLimits = {
  count: number
  key: string
  window_start: Date
}

export type ReceiptCounter = {
  last: number
  singleton: Generated<boolean>
}

export type Refunds = {
  amount_minor: number
  created_at: Date
  done_at: Date | null
  failed_at: Date | null
  id: string
  order_id: string
  provider_id: string | null
  quantity: Generated<number>
  reason: string | null
  requested_by: string | null
}

export type Reviews = {
  created_at: Date
  description: string
  hidden_at: Date | null
  id: string
  img: string | null
  name: string
  product_id: string | null
  rating: Numeric
  user_id: string | null
}

export type Secrets = {
  created_at: Generated<Date>
  name: string
  value: string
}

export type SignIns = {
  created_at: Date
  device: string
  device_id: string | null
  ended_at: Date | null
  id: string
  key: string
  last_seen_at: Date
  second_factor: boolean
  signed_in_at: Date
  user_id: string
}

export type Subscribers = {
  created_at: Date
  email: string
  id: string
}

export type Users = {
  created_at: Date
  deleted_at: Date | null
  disabled_at: Date | null
  display_name: string | null
  education: string | null
  email: string | null
  email_verified: Generated<boolean>
  id: string
  identity_removed_at: Date | null
  linkedin: string | null
  location: string | null
  number: string | null
  photo_url: string | null
  role: Generated<'admin' | 'user'>
  sign_ins_since: Generated<Date>
  uid: string
  unpaid_orders: Generated<number>
  valid_since: Generated<Date>
}

export type VerificationRequests = {
  mailed_at: Date | null
  recipient: string
  requested_at: Generated<Date>
  user_id: string
}

export type VocabularyVersion = {
  singleton: Generated<boolean>
  version: number
}

export type IdentityAttempts = {
  account: string
  address: string
  failures: number
  last_at: Date
  retry_at: Date
}

export type IdentityIdpCodes = {
  code_hash: string
  email: string
  expires_at: Date
  id: string
  nonce_hash: string
  tries: Generated<number>
}

export type IdentityIdpGrants = {
  display_name: string | null
  email: string | null
  email_verified: boolean
  expires_at: Date
  grant_hash: string
  is_reauthentication: Generated<boolean>
  nonce_hash: string
  photo_url: string | null
  provider_id: string
  raw_id: string
  screen_name: string | null
}

export type IdentityMfaEnrollments = {
  expires_at: Date
  secret: string
  session_hash: string
  tries: Generated<number>
  user_id: string
}

export type IdentityMfaFactors = {
  display_name: string | null
  enrolled_at: Date
  id: string
  kind: 'totp' | 'phone'
  last_step: number | null
  phone_number: string | null
  secret: string | null
  user_id: string
}

export type IdentityMfaPending = {
  credential_hash: string
  expires_at: Date
  provider: string
  user_id: string
}

export type IdentityOauthFlows = {
  auth_type: 'signInViaPopup' | 'linkViaPopup' | 'reauthViaPopup'
  browser_hash: string
  encrypted_checks: string
  event_id: string
  expires_at: Date
  nonce_hash: string
  provider_id: string
  state_hash: string
}

export type IdentityOobCodes = {
  code_hash: string
  email: string | null
  expires_at: Date
  factor_id: string | null
  new_email: string | null
  request_type: 'VERIFY_EMAIL' | 'PASSWORD_RESET' | 'EMAIL_SIGNIN' | 'VERIFY_AND_CHANGE_EMAIL' | 'RECOVER_EMAIL' | 'REVERT_SECOND_FACTOR_ADDITION'
  user_id: string | null
}

export type IdentityPhoneProofs = {
  expires_at: Date
  phone_number: string
  proof_hash: string
}

export type IdentityRecoveryCodes = {
  code_hash: string
  user_id: string
}

export type IdentitySessions = {
  auth_time: Date
  created_at: Date
  provider: string
  revoked_at: Date | null
  second_factor: 'totp' | 'phone' | null
  second_factor_id: string | null
  sid: Generated<string>
  token_hash: string
  user_id: string
}

export type IdentitySigningKeys = {
  created_at: Date
  kid: string
  private_jwk: Json<RsaPrivateJwk>
  retired_at: Date | null
  signs_from: Generated<Date>
}

export type IdentitySmsCodes = {
  code_hash: string
  expires_at: Date
  factor_id: string | null
  phone_number: string
  purpose: 'sign-in' | 'enrollment' | 'second-factor'
  session_hash: string
  tries: Generated<number>
  user_id: string | null
}

export type IdentityUserProviders = {
  display_name: string | null
  email: string | null
  photo_url: string | null
  provider_id: string
  raw_id: string
  screen_name: string | null
  user_id: string
}

export type IdentityUsers = {
  created_at: Date
  disabled_at: Date | null
  display_name: string | null
  email: string | null
  email_link: Generated<boolean>
  email_verified: Generated<boolean>
  id: string
  last_login_at: Date
  last_refresh_at: Date
  password_hash: string | null
  password_updated_at: Date | null
  phone_number: string | null
  photo_url: string | null
  valid_since: Date
}

export type CardsDisputes = {
  amount_minor: number
  created_at: Date
  due_by: Date
  evidence: DefaultedJson<Record<string, string>>
  id: string
  intent_id: string
  metadata: DefaultedJson<Record<string, string>>
  reason: string
  reinstated_at: Date | null
  reinstatement_id: string | null
  status: 'warning_needs_response' | 'warning_under_review' | 'warning_closed' | 'needs_response' | 'under_review' | 'won' | 'lost'
  submission_count: Generated<number>
  withdrawal_id: string | null
  withdrawn_at: Date | null
}

export type CardsEvents = {
  attempts: Generated<number>
  body: string
  created_at: Date
  delivered_at: Date | null
  disturbed: Generated<boolean>
  id: string
  last_status: number | null
  next_attempt_at: Date | null
  position: GeneratedAlways<number>
  type: string
}

export type CardsFaults = {
  action: CallFault | EventFault
  created_at: Date
  delay_ms: number
  id: GeneratedAlways<number>
  remaining: number | null
  share: number
  target: 'every_call' | 'create' | 'read' | 'list' | 'confirm' | 'cancel' | 'refund' | 'events'
}

export type CardsIdempotencyKeys = {
  created_at: Date
  key: string
  request_hash: string
  request_id: string
  response: string | null
  status: number | null
}

export type CardsIntents = {
  amount_minor: number
  canceled_at: Date | null
  cancellation_reason: string | null
  challenge_expires_at: Date | null
  challenge_token: string | null
  charge_id: string | null
  charged_at: Date | null
  client_secret: string
  created_at: Date
  currency: string
  description: string | null
  disputed: Generated<boolean>
  id: string
  last_payment_error: NullableJson<StoredCardError>
  metadata: DefaultedJson<Record<string, string>>
  payment_method: NullableJson<StoredCard>
  receipt_email: string | null
  refunded_minor: Generated<number>
  status: Generated<'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'>
}

export type CardsRefunds = {
  amount_minor: number
  created_at: Date
  fails_at: Date | null
  id: string
  intent_id: string
  metadata: DefaultedJson<Record<string, string>>
  reason: string | null
  status: Generated<'succeeded' | 'failed'>
}

export type Tables = {
  audit: Audit
  card_events: CardEvents
  disputes: Disputes
  estimates: Estimates
  facet_count_changes: FacetCountChanges
  facet_counts: FacetCounts
  idempotency_keys: IdempotencyKeys
  import_changes: ImportChanges
  import_errors: ImportErrors
  import_progress: ImportProgress
  import_rows: ImportRows
  imports: Imports
  ledger: Ledger
  ledger_checks: LedgerChecks
  lexeme_count_changes: LexemeCountChanges
  lexeme_counts: LexemeCounts
  mails: Mails
  order_events: OrderEvents
  orders: Orders
  orphaned_payments: OrphanedPayments
  payment_intents: PaymentIntents
  products: Products
  rate_limits: RateLimits
  receipt_counter: ReceiptCounter
  refunds: Refunds
  reviews: Reviews
  secrets: Secrets
  sign_ins: SignIns
  subscribers: Subscribers
  users: Users
  verification_requests: VerificationRequests
  vocabulary_version: VocabularyVersion
  'identity.attempts': IdentityAttempts
  'identity.idp_codes': IdentityIdpCodes
  'identity.idp_grants': IdentityIdpGrants
  'identity.mfa_enrollments': IdentityMfaEnrollments
  'identity.mfa_factors': IdentityMfaFactors
  'identity.mfa_pending': IdentityMfaPending
  'identity.oauth_flows': IdentityOauthFlows
  'identity.oob_codes': IdentityOobCodes
  'identity.phone_proofs': IdentityPhoneProofs
  'identity.recovery_codes': IdentityRecoveryCodes
  'identity.sessions': IdentitySessions
  'identity.signing_keys': IdentitySigningKeys
  'identity.sms_codes': IdentitySmsCodes
  'identity.user_providers': IdentityUserProviders
  'identity.users': IdentityUsers
  'cards.disputes': CardsDisputes
  'cards.events': CardsEvents
  'cards.faults': CardsFaults
  'cards.idempotency_keys': CardsIdempotencyKeys
  'cards.intents': CardsIntents
  'cards.refunds': CardsRefunds
}
