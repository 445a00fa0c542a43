import { AppError } from '#contract/errors.ts'
import type { LedgerDifference } from '#contract/ledger.ts'
import { overviewTexts as texts } from '#contract/messages/overview.ts'
import { formatPrice } from '#contract/money.ts'
import { runCommand, type Shop } from './command.ts'
import { composeStore } from './compose.ts'
import { ConfigError } from './config.ts'
import { checkLedger } from './payments/check-ledger.ts'

const USAGE = 'Usage: npm run reconcile -- [DAYS]'
const USUAL_DAYS = '7'
const MOST_DAYS = 366

function readDays([word = USUAL_DAYS, ...rest]: string[]): number {
  const days = /^\d{1,3}$/.test(word) ? Number(word) : 0
  if (days < 1 || days > MOST_DAYS || rest.length > 0) throw new ConfigError(USAGE)
  return days
}

/**
 * `npm run reconcile -- [DAYS]`: compares the store's ledger with the card provider's books. Ends with 1 where they
 * differ, so that a scheduler can tell.
 */
async function reconcile({ database, config }: Shop, days: number): Promise<string> {
  const now = () => new Date()
  const store = await composeStore({ config, database, now, print() {}, checkResponses: false })
  try {
    await store.app.ready()
    if (!store.cards)
      throw new ConfigError('This shop takes no cards (CARDS=off): there is nothing to compare.')
    const books = { db: database.db, cards: store.cards, now }
    const check = await checkLedger(books, { days }).catch(explainAbsence)
    const { since, until, payments, refunds, disputes, differences } = check
    if (differences.length > 0) process.exitCode = 1
    return [
      `From ${since} to ${until}: ${payments} payments, ${refunds} refunds and ${disputes} disputes at the provider.`,
      ...differences.map((difference) => describe(difference, config.store.locale)),
      differences.length === 0 ? 'The books agree.' : `They differ ${differences.length} times.`,
    ].join('\n')
  } finally {
    await store.app.close()
  }
}

function explainAbsence(cause: unknown): never {
  if (!(cause instanceof AppError && cause.code === 'cards_unavailable')) throw cause
  throw new ConfigError('The card provider cannot be reached, or understood: nothing was compared.')
}

function describe(difference: LedgerDifference, locale: string): string {
  const { kind, id, orderId, otherOrderId, currency, providerCurrency, store, provider } = difference
  const amount = (value: number | null, of: string) =>
    value === null ? 'nothing' : formatPrice(value, { currency: of, locale })
  const orders = [orderId ?? 'unknown', ...(otherOrderId ? [texts.alsoNamed, otherOrderId] : [])].join(' ')
  const amounts = `in the store ${amount(store, currency)}, at the provider ${amount(provider, providerCurrency ?? currency)}`
  return `  ${texts.differences[kind]}, ${id}, order ${orders}: ${amounts}`
}

await runCommand(readDays, reconcile)
