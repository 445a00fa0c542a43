import { randomUUID } from 'node:crypto'
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
      JSON.stringify({ key: randomUUID().replaceAll('-', ''), lines }),
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

/** With the cart of the visitor, which becomes that of the account. */
export async function showCheckout(page: Page): Promise<void> {
  await fill(false)(page)
  await page.goto('/checkout', { waitUntil: 'networkidle' })
  await page.getByRole('form', { name: 'Checkout' }).waitFor()
}

export async function askForInvoice(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'The invoice has another address' }).check()
}

async function fillInAddress(page: Page): Promise<void> {
  await showCheckout(page)
  const main = page.getByRole('main')
  // a draft of the page before may have chosen otherwise
  await main.getByRole('radio', { name: 'As agreed with the shop' }).check()
  const other = main.getByRole('radio', { name: 'Another address' })
  if (await other.isVisible()) await other.check()
  await main.getByRole('textbox', { name: 'Street and number' }).first().fill('44 Harbour Road')
  await main.getByRole('textbox', { name: 'Town or city' }).first().fill('Oakland')
  await main.getByRole('textbox', { name: 'State' }).first().fill('CA')
  await main.getByRole('textbox', { name: 'ZIP code' }).first().fill('94607')
  await main.getByRole('textbox', { name: 'Phone', exact: true }).first().fill('+1 555 014 7731')
}

/** The last line sells out while the order is sent: as the store would answer. */
export async function sellOutAtCheckout(page: Page): Promise<void> {
  await fillInAddress(page)
  let wanted: { productId: string; quantity: number }[] = []
  await page.route('**/api/checkout', async (route) => {
    wanted = route.request().postDataJSON().lines
    const quote = await (await page.request.post('/api/quote', { data: { lines: wanted } })).json()
    const last = {
      position: wanted.length,
      code: 'insufficient_stock',
      price: null,
      available: 0,
      minimumOrder: 1,
    }
    await route.fulfill({ status: 409, json: { code: 'lines_changed', faults: [last], quote } })
  })
  await page.route('**/api/cart', async (route) => {
    const response = await route.fetch()
    const cart = await response.json()
    const last = cart.lines.at(-1)
    Object.assign(last, { fault: 'insufficient_stock', part: { ...last.part, availableQuantity: 0 } })
    await route.fulfill({ json: cart })
  })
  await page.getByRole('button', { name: 'Order and pay' }).click()
  await page.getByRole('alert').filter({ hasText: 'Nothing was charged' }).waitFor()
  await page.getByText('Sold out.').waitFor()
  await page.unroute('**/api/cart')
  await page.unroute('**/api/checkout')
}

export async function placeOrder(page: Page): Promise<void> {
  await fillInAddress(page)
  await page.getByRole('button', { name: 'Order and pay' }).click()
  await page.getByRole('heading', { level: 1, name: /^Order \d/ }).waitFor()
  await page
    .frameLocator('iframe[title="Secure card payment input frame"]')
    .getByLabel('Credit or debit card number')
    .waitFor()
}

export async function placeOrderThatExpires(page: Page): Promise<void> {
  await placeOrder(page)
  await page.route('**/api/order/*', async (route) => {
    await route.fulfill({ json: { ...(await (await route.fetch()).json()), expired: true } })
  })
  await page.reload()
  await page.getByText('This order has expired.').waitFor()
  await page.unroute('**/api/order/*')
}
