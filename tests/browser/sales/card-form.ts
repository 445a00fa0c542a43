import type { FrameLocator, Locator, Page } from '@playwright/test'

/** The frame of the bank's challenge. */
export function bankFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="3D Secure authentication"]')
}

/** A field of the card frame, by the end of its label. */
export function cardField(page: Page, name: 'number' | 'expiration date' | 'CVC/CVV'): Locator {
  return page
    .frameLocator('iframe[title="Secure card payment input frame"]')
    .getByLabel(`Credit or debit card ${name}`)
}

export type Card = { number: string; expiry?: string; cvc?: string }

/** Fills in a card, each field in one step, as a browser's autofill does. */
export async function typeCard(page: Page, { number, expiry = '12 / 44', cvc = '123' }: Card): Promise<void> {
  await cardField(page, 'number').fill(number)
  await cardField(page, 'expiration date').fill(expiry)
  await cardField(page, 'CVC/CVV').fill(cvc)
}
