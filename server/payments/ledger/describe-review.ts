import { overviewTexts as texts } from '#contract/messages/overview.ts'
import { formatPrice } from '#contract/money.ts'
import type { LedgerDifference } from '#contract/payments/ledger.ts'
import type { Review } from './review-books.ts'

/** What a review of the books found, line by line, for whoever asked for it at a terminal. */
export function describeReview({ check, failures }: Review, locale: string): string {
  const { since, until, payments, refunds, disputes, differences } = check
  return [
    `From ${since} to ${until}: ${payments} payments, ${refunds} refunds and ${disputes} disputes at the provider.`,
    ...failures.map(({ id, error }) => `  What happened to ${id} could not be taken up: ${error}`),
    ...differences.map((difference) => describe(difference, locale)),
    differences.length === 0 ? 'The books agree.' : `They differ ${differences.length} times.`,
  ].join('\n')
}

function describe(difference: LedgerDifference, locale: string): string {
  const { kind, id, orderId, otherOrderId, currency, providerCurrency, store, provider } = difference
  const amount = (value: number | null, of: string) =>
    value === null ? 'nothing' : formatPrice(value, { currency: of, locale })
  const orders = [orderId ?? 'unknown', ...(otherOrderId ? [texts.alsoNamed, otherOrderId] : [])].join(' ')
  const amounts = `in the store ${amount(store, currency)}, at the provider ${amount(provider, providerCurrency ?? currency)}`
  return `  ${texts.differences[kind]}, ${id}, order ${orders}: ${amounts}`
}
