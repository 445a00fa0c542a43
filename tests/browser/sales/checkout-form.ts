import type { Locator, Page } from '@playwright/test'
import type { ApiClient } from '#contract/api-client.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { partBody } from '../../support/products/example-part.ts'
import { signInAsNewUser } from '../direct-sign-in.ts'
import { apiOfPage } from '../store-api.ts'
import { expect } from '../story.ts'

/** Parts of this test alone. */
export async function createParts(admin: ApiClient, names: string[]): Promise<Product[]> {
  const parts: Product[] = []
  for (const name of names) {
    const productName = `${name} ${Date.now()}`
    parts.push(await admin.createProduct({ body: partBody({ productName, price: 10, available: 5 }) }))
  }
  return parts
}

/** A buyer whose cart has one unit of each part, at the checkout. */
export async function openCheckout(page: Page, name: string, parts: Product[]): Promise<ApiClient> {
  await signInAsNewUser(page, name)
  const api = await apiOfPage(page)
  await api.mergeCart({ body: { lines: parts.map(({ _id }) => ({ productId: _id, quantity: 1 })) } })
  await page.goto('/checkout')
  await expect(page.getByRole('form', { name: 'Checkout' })).toBeVisible()
  return api
}

export const inForm = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })

/** Where the goods go, which is the first address of the form. */
export async function typeAddress(page: Page): Promise<void> {
  await inForm(page, 'Street and number').first().fill('44 Harbor Road')
  await inForm(page, 'Town or city').first().fill('Oakland')
  await inForm(page, 'State').first().fill('CA')
  await inForm(page, 'ZIP code').first().fill('94607')
  await inForm(page, 'Phone').fill('+1 555 014 7731')
}

export const orderButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Order and pay', exact: true })
export const problems = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: 'Nothing was charged' })
export const placed = (page: Page): Locator => page.getByRole('heading', { level: 1, name: /^Order \d+$/ })
