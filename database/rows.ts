import type { Insertable, Selectable } from 'kysely'
import type {
  CardsDisputes,
  CardsEvents,
  CardsFaults,
  CardsIntents,
  CardsRefunds,
  Disputes,
  IdentityMfaFactors,
  IdentityOauthFlows,
  IdentitySigningKeys,
  IdentityUserProviders,
  IdentityUsers,
  Imports,
  Ledger,
  Mails,
  OrderEvents,
  Orders,
  PaymentIntents,
  Products,
  Refunds,
  Reviews,
  SignIns,
  Users,
} from './generated-tables.ts'

export type UserRow = Selectable<Users>
export type SignInRow = Selectable<SignIns>
export type ProductRow = Selectable<Products>
export type ImportRow = Selectable<Imports>
export type OrderRow = Selectable<Orders>
export type OrderEventRow = Selectable<OrderEvents>
export type PaymentIntentRow = Selectable<PaymentIntents>
export type LedgerRow = Selectable<Ledger>
export type DisputeRow = Selectable<Disputes>
export type RefundRow = Selectable<Refunds>
export type ReviewRow = Selectable<Reviews>
export type MailRow = Selectable<Mails>

export type IdentityUserRow = Selectable<IdentityUsers>
export type NewIdentityUserRow = Insertable<IdentityUsers>
export type SigningKeyRow = Selectable<IdentitySigningKeys>
export type UserProviderRow = Selectable<IdentityUserProviders>
export type MfaFactorRow = Selectable<IdentityMfaFactors>
export type FactorKind = MfaFactorRow['kind']
/** The SDK's names of the reasons for which it opens a popup. */
export type AuthType = IdentityOauthFlows['auth_type']

export type CardIntentRow = Selectable<CardsIntents>
export type CardRefundRow = Selectable<CardsRefunds>
export type CardDisputeRow = Selectable<CardsDisputes>
export type CardEventRow = Selectable<CardsEvents>
export type CardFaultRow = Selectable<CardsFaults>
