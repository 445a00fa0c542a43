import type { Insertable, Selectable } from 'kysely'
import type { Tables } from './generated-tables.ts'

export type UserRow = Selectable<Tables['users']>
export type SignInRow = Selectable<Tables['sign_ins']>
export type ProductRow = Selectable<Tables['products']>
export type ImportRow = Selectable<Tables['imports']>
export type OrderRow = Selectable<Tables['orders']>
export type OrderLineRow = Selectable<Tables['order_lines']>
export type OrderEventRow = Selectable<Tables['order_events']>
export type PaymentIntentRow = Selectable<Tables['payment_intents']>
export type LedgerRow = Selectable<Tables['ledger']>
export type DisputeRow = Selectable<Tables['disputes']>
export type RefundRow = Selectable<Tables['refunds']>
export type RefundLineRow = Selectable<Tables['refund_lines']>
export type ReviewRow = Selectable<Tables['reviews']>
export type MailRow = Selectable<Tables['mails']>

export type IdentityUserRow = Selectable<Tables['identity.users']>
export type NewIdentityUserRow = Insertable<Tables['identity.users']>
export type SigningKeyRow = Selectable<Tables['identity.signing_keys']>
export type UserProviderRow = Selectable<Tables['identity.user_providers']>
export type MfaFactorRow = Selectable<Tables['identity.mfa_factors']>
export type FactorKind = MfaFactorRow['kind']
export type AuthType = Tables['identity.oauth_flows']['auth_type']

export type CardIntentRow = Selectable<Tables['cards.intents']>
export type CardRefundRow = Selectable<Tables['cards.refunds']>
export type CardDisputeRow = Selectable<Tables['cards.disputes']>
export type CardEventRow = Selectable<Tables['cards.events']>
export type CardFaultRow = Selectable<Tables['cards.faults']>
