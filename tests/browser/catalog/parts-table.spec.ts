import type { Page } from '@playwright/test'
import { expect, hold, test } from '../story.ts'

type Part = { _id: string; productName: string; minimumOrder: number; availableQuantity: number }

const DISCS = '/parts?category=body&type=brake-disc&view=table'

/** The demo's drilled disc, whose minimum order is two. */
async function openTable(page: Page): Promise<Part> {
  const [disc] = await (await page.request.get('/api/service?q=BR-2804-22')).json()
  await page.goto(DISCS)
  return disc
}

const quantityOf = (page: Page, { productName }: Part) =>
  page.getByRole('textbox', { name: `Quantity of ${productName}`, exact: true })
const addOf = (page: Page, { productName }: Part) =>
  page.getByRole('button', { name: `Add to cart: ${productName}`, exact: true })

test('a dealer types how many beside Add, and Enter adds them', async ({ page }) => {
  const disc = await openTable(page)
  const quantity = quantityOf(page, disc)
  const miniCart = page.getByRole('dialog', { name: 'Cart' })
  await expect(quantity).toHaveValue('2')
  await quantity.fill('7')
  await quantity.press('Enter')
  await expect(miniCart.getByText(`Added 7 × ${disc.productName}`)).toBeVisible()
  await page.keyboard.press('Escape')
  // for the next number
  await expect(quantity).toBeFocused()
  await expect(page).toHaveURL(DISCS)
  await expect(addOf(page, disc)).toHaveAttribute('aria-busy', 'false')
  await quantity.fill('3')
  await addOf(page, disc).click()
  await expect(miniCart.getByText(`Added 3 × ${disc.productName}`)).toBeVisible()
  await expect(miniCart.getByText('Subtotal, 10 units')).toBeVisible()
})

test('what is typed in the table is brought into the limits, and the box says what was added', async ({
  page,
}) => {
  const disc = await openTable(page)
  const { minimumOrder: least, availableQuantity: most } = disc
  for (const { typed, added } of [
    { typed: '1', added: least },
    { typed: '999999999', added: most },
    { typed: '9999999999999999999999', added: least },
    { typed: '-5', added: least },
    { typed: '2.5', added: least },
    { typed: ' 4 ', added: 4 },
    { typed: 'four', added: least },
    { typed: '', added: least },
  ]) {
    await quantityOf(page, disc).fill(typed)
    await quantityOf(page, disc).press('Enter')
    const said = `Added ${added.toLocaleString('en-US')} × ${disc.productName}`
    await expect(page.getByRole('dialog').getByText(said, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    // a second press on a button that is at work does nothing
    await expect(addOf(page, disc)).toHaveAttribute('aria-busy', 'false')
    await expect(quantityOf(page, disc)).toHaveValue(String(added))
  }
  // also when the box is left
  await quantityOf(page, disc).fill('1')
  await page.keyboard.press('Tab')
  await expect(quantityOf(page, disc)).toHaveValue(String(least))
})

test('Enter that was pressed before the scripts came adds what was typed', async ({ page }) => {
  const release = await hold(page, /\.js$/)
  const disc = await openTable(page)
  await quantityOf(page, disc).fill('6')
  await quantityOf(page, disc).press('Enter')
  release()
  await expect(page.getByRole('dialog').getByText(`Added 6 × ${disc.productName}`)).toBeVisible()
})

test('a quantity that was typed in the table does not count on cards, which do not show it', async ({
  page,
}) => {
  const disc = await openTable(page)
  await quantityOf(page, disc).fill('9')
  await page.getByRole('link', { name: 'Cards', exact: true }).click()
  await expect(quantityOf(page, disc)).toBeHidden()
  await addOf(page, disc).click()
  await expect(page.getByRole('dialog').getByText(`Added 2 × ${disc.productName}`)).toBeVisible()
})

test('a part that is out of stock has no quantity', async ({ page }) => {
  await page.goto('/parts?q=TO-0250-12&view=table')
  await expect(page.getByRole('main').getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  await expect(page.getByRole('main').getByRole('textbox', { name: /^Quantity of/ })).toHaveCount(0)
})

test('units stand in the head of the table, and are still part of each value for a screen reader', async ({
  page,
}) => {
  const disc = await openTable(page)
  const head = page.locator('.parts__column', { hasText: 'Diameter' })
  await expect(head.getByText('mm', { exact: true })).toBeVisible()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: disc.productName })
  await expect(row.getByRole('definition').nth(1)).toHaveText('280 mm')
  const unit = row.getByRole('definition').nth(1).getByText('mm')
  expect((await unit.boundingBox())?.width).toBeLessThanOrEqual(1)
  await page.getByRole('link', { name: 'Cards', exact: true }).click()
  await expect.poll(async () => (await unit.boundingBox())?.width).toBeGreaterThan(10)
})

test('the table scrolls sideways at no width, and cuts no number, however long', async ({ page }) => {
  await openTable(page)
  await page.waitForLoadState('networkidle')
  for (const width of [320, 360, 700, 701, 768, 900, 901, 1000, 1001, 1100, 1101, 1200, 1201, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const faults = await page.evaluate(() => {
      const boxOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect()
      const table = boxOf(document.querySelector('.parts'))
      for (const price of document.querySelectorAll('.parts .price')) price.textContent = '$123,456.00'
      const outside = [...document.querySelectorAll('.parts .price, .parts__head > *, .part-item__buy > *')]
        .map(boxOf)
        .filter((box) => box.width > 0 && (box.right > table.right || box.left < table.left))
      const covered = [...document.querySelectorAll('.part-item__purchase')].filter((purchase) => {
        const price = purchase.querySelector('.price')
        const text = document.createRange()
        if (price) text.selectNodeContents(price)
        const [end, buy] = [text.getBoundingClientRect(), boxOf(purchase.querySelector('.part-item__buy'))]
        return end.right > buy.left && end.bottom > buy.top && end.top < buy.bottom
      })
      return { outside: outside.length, covered: covered.length, width: document.documentElement.scrollWidth }
    })
    expect(faults, `at ${width} px`).toEqual({ outside: 0, covered: 0, width })
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the table has no quantity, and Add leads nowhere', async ({ page }) => {
    const disc = await openTable(page)
    await expect(quantityOf(page, disc)).toBeHidden()
    await addOf(page, disc).click()
    await expect(page).toHaveURL(DISCS)
  })
})
