import type { FrameLocator, Locator, Page } from '@playwright/test'

/** The frame of the bank's challenge. */
export function bankFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="3D Secure authentication"]')
}

/** One field of the card, by the end of its name. */
export function cardField(page: Page, name: 'number' | 'expiration date' | 'CVC/CVV'): Locator {
  return page
    .frameLocator('iframe[title="Secure card payment input frame"]')
    .getByLabel(`Credit or debit card ${name}`)
}

export type Card = { number: string; expiry?: string; cvc?: string }

/** Types a card, as a form filler does: each field at once. */
export async function typeCard(page: Page, { number, expiry = '12 / 44', cvc = '123' }: Card): Promise<void> {
  await cardField(page, 'number').fill(number)
  await cardField(page, 'expiration date').fill(expiry)
  await cardField(page, 'CVC/CVV').fill(cvc)
}
