import type { Db } from '#database/open.ts'
import type { CardProvider } from '../provider/card-provider.ts'

export type PaymentDeps = { db: Db; cards: CardProvider; now: () => Date }

/** `cards` is absent where the shop takes none: then there is nobody to ask. */
export type MaybeCardDeps = Omit<PaymentDeps, 'cards'> & { cards: PaymentDeps['cards'] | undefined }

export type KnownIntent = { order_id: string; amount_minor: number; currency: string }

/** The store's own record of an intent: only those it opened itself count. */
export function findIntent(db: Db, intentId: string): Promise<KnownIntent | undefined> {
  return db
    .selectFrom('payment_intents')
    .select(['order_id', 'amount_minor', 'currency'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
}
