import type { FrameLocator, Page } from '@playwright/test'

/** The frame in which a card is typed. */
export function cardFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Secure card payment input frame"]')
}

/** What the bank asks, in its own frame. */
export function bankFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="3D Secure authentication"]')
}

export type Card = { number: string; expiry?: string; cvc?: string }

/** Types a card, as a form filler does: each field at once. */
export async function typeCard(page: Page, { number, expiry = '12 / 44', cvc = '123' }: Card): Promise<void> {
  const card = cardFrame(page)
  await card.getByLabel('Credit or debit card number').fill(number)
  await card.getByLabel('Credit or debit card expiration date').fill(expiry)
  await card.getByLabel('Credit or debit card CVC/CVV').fill(cvc)
}
