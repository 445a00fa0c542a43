import type { Page } from '@playwright/test'
import { createAccount, signInAsNewUser, signInDirectly } from '../direct-sign-in.ts'
import { apiOfPage, signInToApi } from '../store-api.ts'
import { dismissNotice, expect, field, logOut, newEmail, POLL_OFTEN, test } from '../story.ts'

const PASSWORD = 'a-good-password'
const DISC_NUMBER = 'BR-2804-22'
const LONG_FRONT = 'Front brake disc, drilled'

type Part = { _id: string; productName: string; price: number; minimumOrder: number }

/** Parts of the demo by their numbers: other tests add newer ones. */
async function partsOf(page: Page, ...partNumbers: string[]): Promise<Part[]> {
  const parts: Part[] = []
  for (const number of partNumbers) {
    const found: Part[] = await (await page.request.get(`/api/service?q=${number}`)).json()
    parts.push(...found.slice(0, 1))
  }
  return parts
}

async function storeCart(page: Page, lines: unknown): Promise<void> {
  await page.evaluate(
    (cart) => localStorage.setItem('cart', cart),
    JSON.stringify({ key: 'a'.repeat(32), lines }),
  )
}

const cartLink = (page: Page) => page.getByRole('link', { name: /^Cart/ })
const lines = (page: Page) => page.getByRole('region', { name: 'Parts in your cart' }).locator('ol > li')
const quantityOf = (page: Page, name: string) =>
  page.getByRole('spinbutton', { name: `Quantity of ${name}`, exact: true })

test('a visitor fills a cart from the list and a part, and finds it after a reload', async ({ page }) => {
  const [disc] = await partsOf(page, DISC_NUMBER)
  await page.goto(`/parts?q=${DISC_NUMBER}`)
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Add to cart: ${LONG_FRONT}` }).click()
  const miniCart = page.getByRole('dialog', { name: 'Cart' })
  await expect(miniCart.getByText(`Added 2 × ${LONG_FRONT}`)).toBeVisible()
  await expect(miniCart.getByRole('heading', { name: 'Cart' })).toBeFocused()
  await expect(miniCart.getByText('Subtotal, 2 units')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(miniCart).toBeHidden()
  await expect(page.getByRole('button', { name: `Add to cart: ${LONG_FRONT}` })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Cart, 1 part' })).toBeVisible()

  await page.goto(`/parts/${disc?._id}`)
  await expect(page.getByRole('link', { name: 'Buy now' }).first()).toHaveAttribute(
    'href',
    `/purchase/${disc?._id}`,
  )
  await page.getByRole('button', { name: 'One more: Quantity' }).click()
  await page.getByRole('button', { name: `Add to cart: ${LONG_FRONT}` }).click()
  await expect(miniCart.getByText(`Added 3 × ${LONG_FRONT}`)).toBeVisible()
  await miniCart.getByRole('link', { name: 'View cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(miniCart).toBeHidden()
  await expect(quantityOf(page, LONG_FRONT)).toHaveValue('5')

  // three presses, of which each is seen at once
  const more = page.getByRole('button', { name: `One more: Quantity of ${LONG_FRONT}` })
  for (let press = 1; press <= 3; press += 1) await more.press('Enter')
  await expect(quantityOf(page, LONG_FRONT)).toHaveValue('8')
  await expect(page.getByText('Goods, 8 units')).toBeVisible()
  await page.reload()
  await expect(quantityOf(page, LONG_FRONT)).toHaveValue('8')
  await page.getByRole('button', { name: `Remove ${LONG_FRONT}` }).click()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

test('a visitor’s cart moves into the account’s at sign-in, and the page says what was merged', async ({
  page,
}) => {
  const [disc, other] = await partsOf(page, DISC_NUMBER, 'SU-5203-CO')
  if (!disc || !other) throw new Error('The demo has too few parts')
  const person = { email: newEmail('carla.cart'), password: PASSWORD }
  await createAccount(page.request, { ...person, displayName: 'Carla Cart' })
  const api = await signInToApi(page.request, person)
  await api.setCartLine({ body: { productId: disc._id, quantity: 3, version: 0 } })

  await page.goto('/cart')
  await storeCart(page, [
    { productId: disc._id, quantity: 2, name: disc.productName, seenPrice: disc.price },
    { productId: other._id, quantity: other.minimumOrder, name: other.productName, seenPrice: other.price },
  ])
  await page.reload()
  await expect(lines(page)).toHaveCount(2)
  await page.getByRole('link', { name: 'Login' }).first().click()
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const said = `${disc.productName} was in two carts of yours: the larger quantity stays, 3.`
  await expect(page.getByRole('region', { name: 'Notices' }).getByText(said)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 2 parts' })).toBeVisible()
  await cartLink(page).click()
  await page.getByRole('link', { name: 'View cart' }).click()
  await expect(page.getByRole('main').getByText(said)).toBeVisible()
  await expect(quantityOf(page, disc.productName)).toHaveValue('3')
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull()
  await dismissNotice(page, said)

  await logOut(page, 'Carla Cart')
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  await expect(page.getByText(disc.productName)).toHaveCount(0)
  const { lines: kept } = await (await signInToApi(page.request, person)).getCart()
  expect(kept.map(({ quantity }) => quantity)).toEqual([3, other.minimumOrder])
})

test('two tabs of an account show one cart, and presses in a row are no conflict', async ({
  page,
  context,
}) => {
  await signInAsNewUser(page, 'Tabea Twins')
  const [disc] = await partsOf(page, DISC_NUMBER)
  if (!disc) throw new Error('The demo has no part')
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  const second = await context.newPage()
  await second.goto(`/parts/${disc._id}`)
  await second.getByRole('button', { name: `Add to cart: ${disc.productName}` }).click()
  await expect(second.getByRole('dialog', { name: 'Cart' }).getByText('Subtotal, 2 units')).toBeVisible()
  // the first tab reads it by itself
  await expect(quantityOf(page, disc.productName)).toHaveValue('2')
  const more = page.getByRole('button', { name: `One more: Quantity of ${disc.productName}` })
  for (let press = 1; press <= 4; press += 1) await more.press('Enter')
  await expect(page.getByText('Goods, 6 units')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('group')).toHaveCount(0)
  await expect(second.getByText('Subtotal, 6 units')).toBeVisible()
  const { lines: held } = await (await apiOfPage(page)).getCart()
  expect(held.map(({ quantity }) => quantity)).toEqual([6])
})

test('a cart that somebody edited by hand loses only the lines that are none', async ({ page }) => {
  const [disc, other] = await partsOf(page, DISC_NUMBER, 'SU-5203-CO')
  if (!disc || !other) throw new Error('The demo has too few parts')
  const line = { productId: disc._id, name: disc.productName, seenPrice: disc.price, quantity: 2 }
  await page.goto('/cart')
  await storeCart(page, [
    line,
    { ...line, productId: other._id, quantity: -1 },
    { ...line, productId: other._id, quantity: 1.5 },
    { ...line, productId: other._id, quantity: 1e9 },
    { ...line, productId: '../admin' },
    null,
    'a line',
  ])
  await page.reload()
  await expect(lines(page)).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Cart, 1 part' })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('cart', '{"key":'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

test('a browser that stores nothing has a cart as long as its page, and says so once', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.goto(`/parts?q=${DISC_NUMBER}`)
  const warning = page.getByRole('region', { name: 'Notices' }).getByText('Your browser keeps nothing')
  const miniCart = page.getByRole('dialog', { name: 'Cart' })
  const add = page.getByRole('button', { name: `Add to cart: ${LONG_FRONT}` })
  await add.click()
  await expect(miniCart.getByText('Subtotal, 2 units')).toBeVisible()
  await expect(warning).toHaveCount(1)
  await page.keyboard.press('Escape')
  await add.click()
  await expect(miniCart.getByText('Subtotal, 4 units')).toBeVisible()
  await expect(warning).toHaveCount(1)
  await miniCart.getByRole('link', { name: 'View cart' }).click()
  await expect(quantityOf(page, LONG_FRONT)).toHaveValue('4')
})

test('prices, stock and parts that changed are said at their lines and counted above', async ({ page }) => {
  const [disc, other] = await partsOf(page, DISC_NUMBER, 'SU-5203-CO')
  if (!disc || !other) throw new Error('The demo has too few parts')
  const { availableQuantity } = await (await page.request.get(`/api/service/${other._id}`)).json()
  await page.goto('/cart')
  await storeCart(page, [
    { productId: disc._id, name: disc.productName, quantity: 2, seenPrice: disc.price - 3 },
    {
      productId: other._id,
      name: other.productName,
      quantity: availableQuantity + 1,
      seenPrice: other.price,
    },
    { productId: '01900000-0000-7000-8000-000000000000', name: 'Old hose', quantity: 1, seenPrice: 1 },
  ])
  await page.reload()
  const above =
    'Since you put them in: 1 price went up, 1 part has too few left, 1 part is no longer sold. See the lines.'
  await expect(page.getByText(above)).toBeVisible()
  await expect(lines(page).nth(0)).toContainText('Price changed. $61.90 is now $64.90 each.')
  await expect(lines(page).nth(2)).toContainText('No longer sold. Not in the total.')
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeDisabled()
  await expect(page.getByText('Change the marked line first.')).toBeVisible()
  await page.getByRole('button', { name: `Take ${availableQuantity} of ${other.productName}` }).click()
  await expect(page.getByRole('link', { name: 'Checkout' }).first()).toHaveAttribute('href', '/checkout')
  await expect(page.getByText('Goods, ')).toContainText(String(availableQuantity + 2))
})

test.describe('without prices', () => {
  test.use({ expectedErrorStatuses: [0, 503] })

  test('the cart page says that parts are safe, and tries again', async ({ page }) => {
    await page.goto(`/parts?q=${DISC_NUMBER}`)
    await page.getByRole('button', { name: `Add to cart: ${LONG_FRONT}` }).click()
    await expect(page.getByText('Subtotal, 2 units')).toBeVisible()
    await page.route('**/api/quote', (route) => route.abort())
    await page.goto('/cart')
    await expect(page.getByRole('heading', { name: 'Prices did not load' })).toBeVisible()
    await page.unroute('**/api/quote')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(quantityOf(page, LONG_FRONT)).toHaveValue('2')

    // a change that is stored but not priced is not shown with the old price
    await page.route('**/api/quote', (route) => route.abort())
    await page.getByRole('button', { name: `One more: Quantity of ${LONG_FRONT}` }).click()
    await expect(page.getByRole('heading', { name: 'Prices did not load' })).toBeVisible()
    await page.unroute('**/api/quote')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(quantityOf(page, LONG_FRONT)).toHaveValue('3')
  })
})

for (const parts of [1, 100])
  test(`the number of a cart with ${parts} parts moves nothing on the page`, async ({ page }) => {
    await page.goto('/healthz')
    const listed: Part[] = await (await page.request.get(`/api/service?limit=${parts}`)).json()
    await storeCart(
      page,
      listed.map(({ _id, productName, price, minimumOrder }) => ({
        productId: _id,
        name: productName,
        seenPrice: price,
        quantity: minimumOrder,
      })),
    )
    await page.addInitScript(() => {
      const shifts: string[] = []
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const nodes = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : []
          for (const { node } of nodes)
            if (node instanceof Element && node.closest('header')) shifts.push(node.outerHTML.slice(0, 80))
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/blogs')
      const before = await cartLink(page).boundingBox()
      await expect(
        page.getByRole('link', { name: parts === 1 ? 'Cart, 1 part' : 'Cart, 100 parts' }),
      ).toBeVisible()
      expect(await cartLink(page).boundingBox()).toEqual(before)
      await expect
        .poll(
          () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(true)))),
          POLL_OFTEN,
        )
        .toBe(true)
      expect(await page.evaluate(() => Reflect.get(globalThis, 'shifts'))).toEqual([])
    }
  })

test('who signs in directly finds the cart of the account in another browser', { tag: '@long' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await signInAsNewUser(page, 'Nils Zwei')
  await page.goto(`/parts?q=${DISC_NUMBER}`)
  await page.getByRole('button', { name: `Add to cart: ${LONG_FRONT}` }).click()
  await expect(page.getByText('Subtotal, 2 units')).toBeVisible()
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await context.newPage()
  await signInDirectly(other, person)
  await other.goto('/cart')
  await expect(quantityOf(other, LONG_FRONT)).toHaveValue('2')
  await context.close()
})
