import type { Checkout } from '#contract/sales/cart/checkout.ts'
import { readDraft, removeDraft, writeDraft } from '../../../platform/forms/draft-storage.ts'

/** An order that was sent, and whose answer has not been seen yet. */
type Attempt = { key: string; body: Checkout }

const DRAFT = 'checkout attempt'

/**
 * The key with which to send an order: that of the attempt before, if it sent the same. It outlives the page, so that a lost
 * answer leads to the order that was placed, never to a second one.
 */
export function startAttempt(attempt: Attempt): string {
  const last = readAttempt()
  const isSame = JSON.stringify(last?.body) === JSON.stringify(attempt.body)
  if (last && isSame) return last.key
  writeDraft(DRAFT, JSON.stringify(attempt))
  return attempt.key
}

export function readAttempt(): Attempt | undefined {
  try {
    const attempt: Attempt | null = JSON.parse(readDraft(DRAFT) ?? 'null')
    return attempt ?? undefined
  } catch {
    return undefined
  }
}

export function endAttempt(): void {
  removeDraft(DRAFT)
}
