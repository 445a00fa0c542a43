import type { Page } from '@playwright/test'

type Part = {
  _id: string
  productName: string
  price: number
  minimumOrder: number
  availableQuantity: number
}

const GONE = '01900000-0000-7000-8000-000000000000'

/** A visitor's cart, seen with other prices and quantities if it has changed: the store itself stays as it is. */
function fill(isChanged: boolean) {
  return async (page: Page): Promise<void> => {
    const response = await page.request.get('/api/service?limit=4')
    const parts: Part[] = await response.json()
    const lines = parts.map(({ _id, productName, price, minimumOrder, availableQuantity }, index) => ({
      productId: _id,
      name: productName,
      seenPrice: isChanged && index === 0 ? price + 4 : price,
      quantity: isChanged && index === 1 ? availableQuantity + 3 : minimumOrder,
    }))
    if (isChanged)
      lines.push({ productId: GONE, name: 'Brake fluid DOT 4, 1 liter', seenPrice: 11.9, quantity: 1 })
    await page.evaluate(
      (cart) => localStorage.setItem('cart', cart),
      JSON.stringify({ key: 'a'.repeat(32), lines }),
    )
  }
}

export function showCart({ isChanged }: { isChanged: boolean }) {
  return async (page: Page): Promise<void> => {
    await fill(isChanged)(page)
    await page.reload({ waitUntil: 'networkidle' })
  }
}

export async function showWithoutQuotes(page: Page): Promise<void> {
  await page.route('**/api/quote', (route) => route.abort())
  await showCart({ isChanged: false })(page)
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  await page.unroute('**/api/quote')
}

export async function openMiniCart(page: Page): Promise<void> {
  await showCart({ isChanged: false })(page)
  await page.getByRole('link', { name: /^Cart/ }).click()
  await page.getByRole('dialog', { name: 'Cart' }).getByRole('listitem').first().waitFor()
}

export async function addToCart(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('cart'))
  await page.reload({ waitUntil: 'networkidle' })
  await page
    .getByRole('button', { name: /^Add to cart: / })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Cart' }).getByRole('listitem').first().waitFor()
}
