import type { APIRequestContext, Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { type PartFields, partBody } from '../../support/products/example-part.ts'
import { createAccount, signInAsNewUser } from '../direct-sign-in.ts'
import { keyboardOf } from '../platform/accessibility/keyboard.ts'
import { signInToApi } from '../store-api.ts'
import { clickDuringHydration, expect, hold, hydrated, newEmail, test } from '../story.ts'

const PICTURES = ['/drawings/piston.svg', '/drawings/tyre.svg']
const PHONE = { width: 360, height: 780 }

async function addPart(request: APIRequestContext, fields: PartFields): Promise<string> {
  const admin = await signInToApi(request, sampleAdmin)
  return (await admin.createProduct({ body: partBody(fields) }))._id
}

/** Each account may write five reviews a day. */
async function addReviews(request: APIRequestContext, productId: string, count: number): Promise<void> {
  for (let written = 0; written < count; ) {
    const person = { email: newEmail('reviewer'), password: 'a-good-password' }
    await createAccount(request, person)
    const api = await signInToApi(request, person)
    for (let ofOne = 0; ofOne < 5 && written < count; ofOne += 1, written += 1) {
      const rating = (written % 5) + 1
      await api.createReview({
        body: { name: `Reader ${written + 1}`, description: 'Fits.', rating, productId },
      })
    }
  }
}

const pictures = (page: Page) => page.getByRole('list', { name: 'Pictures' }).getByRole('link')
const bar = (page: Page, name: string) => page.getByRole('region', { name: `Buy bar: ${name}` })

test('the pictures of a part open, change and enlarge by keyboard', async ({ page }) => {
  const id = await addPart(page.request, { productName: 'Pictured disc', images: PICTURES })
  await page.goto(`/parts/${id}`)
  const keyboard = keyboardOf(page)
  const first = pictures(page).first()
  await keyboard.enter(first)
  const zoom = page.getByRole('dialog', { name: 'Pictured disc' })
  await expect(zoom.getByText('Picture 1 of 3')).toBeVisible()
  await keyboard.press('ArrowRight')
  await expect(zoom.getByText('Picture 2 of 3')).toBeVisible()
  await keyboard.press('ArrowRight')
  await keyboard.press('ArrowRight')
  await expect(zoom.getByText('Picture 3 of 3')).toBeVisible()
  const width = async () => (await zoom.getByRole('img').boundingBox())?.width ?? 0
  const whole = await width()
  await keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(whole * 1.4)
  // the arrows move an enlarged picture
  await keyboard.press('ArrowLeft')
  await expect(zoom.getByText('Picture 3 of 3')).toBeVisible()
  await keyboard.press('-')
  await keyboard.press('ArrowLeft')
  await expect(zoom.getByText('Picture 2 of 3')).toBeVisible()
  await keyboard.press('Escape')
  await expect(zoom).toBeHidden()
  await expect(pictures(page).nth(1)).toBeFocused()
  // the small pictures show which one was seen last, and lead to each
  await expect(page.getByRole('link', { name: 'Picture 2 of 3' })).toHaveAttribute('aria-current', 'true')
  await keyboard.tabTo(page.getByRole('link', { name: 'Picture 3 of 3' }))
  await keyboard.press('Enter')
  await expect(pictures(page).nth(2)).toBeInViewport({ ratio: 0.5 })
  await expect(page).toHaveURL(`/parts/${id}`)
})

test.describe('a window of 768 px', () => {
  test.use({ viewport: { width: 768, height: 900 } })

  test('a long number leaves room for the name below the drawing', async ({ page }) => {
    const productName = 'Numbered at length'
    const partNumber = `BR-${'0'.repeat(57)}`
    const id = await addPart(page.request, { productName, partNumber })
    await page.goto(`/parts/${id}`)
    const name = page.getByRole('definition').filter({ hasText: productName })
    expect((await name.boundingBox())?.width).toBeGreaterThan(120)
  })

  test('the address for a notice has room beside or above its button', async ({ page }) => {
    const id = await addPart(page.request, { productName: 'Sold out, in the middle', availableQuantity: 0 })
    await page.goto(`/parts/${id}`)
    const address = page.getByRole('main').getByLabel('Email for the notice')
    expect((await address.boundingBox())?.width).toBeGreaterThan(160)
  })
})

test.describe('a picture that is gone', () => {
  test.use({ expectedErrorStatuses: [404] })
  test('is its drawing, small, on the page and at full width', async ({ page }) => {
    const gone = `/uploads/${'0'.repeat(32)}-800x600.webp`
    const id = await addPart(page.request, { productName: 'Lost disc', images: [gone] })
    await page.goto(`/parts/${id}`)
    await page.getByRole('link', { name: 'Picture 2 of 2' }).click()
    const shown = pictures(page).nth(1)
    await expect(shown.getByRole('img')).toHaveAttribute('src', /^\/drawings\/brake-disc\.svg.*plate/)
    await shown.click()
    const zoom = page.getByRole('dialog', { name: 'Lost disc' })
    await expect(zoom.getByRole('img', { name: 'Lost disc, picture 2' })).toHaveAttribute(
      'src',
      /^\/drawings\/brake-disc\.svg/,
    )
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the small pictures lead to the large ones, and those to the picture alone', async ({ page }) => {
    const id = await addPart(page.request, { productName: 'Plain disc', images: PICTURES })
    await page.goto(`/parts/${id}`)
    await expect(pictures(page).nth(1)).not.toBeInViewport()
    await page.getByRole('link', { name: 'Picture 2 of 3' }).click()
    await expect(pictures(page).nth(1)).toBeInViewport({ ratio: 0.9 })
    await pictures(page).nth(1).click()
    await expect(page).toHaveURL(/\/drawings\/piston\.svg/)
  })

  test('all reviews are reached page by page', async ({ page }) => {
    const id = await addPart(page.request, { productName: 'Read disc' })
    await addReviews(page.request, id, 14)
    await page.goto(`/parts/${id}`)
    const names = page.getByRole('region', { name: 'Reviews' }).getByText(/^Reader \d+$/)
    const first = await names.allTextContents()
    await page.getByRole('link', { name: 'Show more reviews' }).click()
    await expect(names).toHaveCount(2)
    const all = [...first, ...(await names.allTextContents())]
    expect(all).toEqual(Array.from({ length: 14 }, (_, index) => `Reader ${14 - index}`))
    await page.getByRole('link', { name: 'Newest reviews' }).click()
    await expect(names).toHaveCount(12)
  })
})

test('more reviews come below those that are read; score and stars are of all', async ({ page }) => {
  const id = await addPart(page.request, { productName: 'Much read disc' })
  await addReviews(page.request, id, 15)
  await page.goto(`/parts/${id}`)
  await hydrated(page)
  await page.getByRole('link', { name: '3.0 out of 5, reviews: 15' }).click()
  const region = page.getByRole('region', { name: 'Reviews' })
  await expect(region.getByRole('heading', { name: 'Reviews' })).toBeInViewport()
  for (const star of ['5 stars', '4 stars', '3 stars', '2 stars', '1 star'])
    await expect(region.locator('dl > div').filter({ hasText: star })).toContainText('3')
  const twelfth = region.getByText('Reader 4', { exact: true })
  const more = region.getByRole('link', { name: 'Show more reviews' })
  await more.scrollIntoViewIfNeeded()
  const before = await twelfth.boundingBox()
  const address = page.url()
  await more.click()
  await expect(region.getByText('15 of 15 reviews')).toBeVisible()
  await expect(region.getByText(/^Reader \d+$/)).toHaveCount(15)
  expect(await twelfth.boundingBox()).toEqual(before)
  expect(page.url()).toBe(address)
  await expect(more).toBeHidden()
  await expect(region.getByText('15 of 15 reviews')).toBeFocused()
})

test('on a phone the buy bar comes when the buy box has gone, and hides nothing', async ({ page }) => {
  const name = 'Scrolled disc'
  const description = 'Vented front disc. '.repeat(110)
  const id = await addPart(page.request, { productName: name, price: 10, minimumOrder: 2, description })
  await page.setViewportSize(PHONE)
  await page.goto(`/parts/${id}`)
  const box = page.locator('.buy-box')
  // a description of two thousand characters does not move them out of the first window
  await expect(box.getByText('$10.00')).toBeInViewport()
  await expect(box.getByRole('button', { name: `Add to cart: ${name}` })).toBeInViewport({ ratio: 1 })
  await expect(bar(page, name)).toBeHidden()
  await box.getByRole('button', { name: 'One more: Quantity' }).click()
  await page.getByRole('heading', { name: 'Reviews', exact: true }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 900)
  await expect(bar(page, name)).toContainText('$30.00')
  await expect(bar(page, name)).toContainText('3 × $10.00')
  await page.keyboard.press('End')
  const imprint = page.getByRole('contentinfo').locator('.footer__imprint')
  await expect
    .poll(async () => {
      const [end, top] = [await imprint.boundingBox(), await bar(page, name).boundingBox()]
      return (top?.y ?? 0) - (end?.y ?? 0) - (end?.height ?? 0)
    })
    .toBeGreaterThanOrEqual(0)
  await bar(page, name)
    .getByRole('button', { name: `Add to cart: ${name}` })
    .click()
  await expect(page.getByRole('dialog', { name: 'Cart' }).getByText(`Added 3 × ${name}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await box.scrollIntoViewIfNeeded()
  await expect(bar(page, name)).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('End')
  await expect(bar(page, name)).toBeHidden()
})

test('price and buttons of a part with a long description are in the first window', async ({ page }) => {
  const description = 'Vented front disc. '.repeat(110)
  const id = await addPart(page.request, { productName: 'Described disc', price: 10, description })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/parts/${id}`)
  const box = page.locator('.buy-box')
  for (const shown of [
    box.getByText('$10.00'),
    box.getByRole('button', { name: 'Add to cart: Described disc' }),
    box.getByRole('link', { name: 'Buy now' }),
  ])
    await expect(shown).toBeInViewport({ ratio: 1 })
  const more = page.getByRole('button', { name: 'Read more' })
  await more.click()
  await expect(page.getByRole('button', { name: 'Read less' })).toBeVisible()
})

test('who waits for a part that is sold out leaves an address', async ({ page }) => {
  const id = await addPart(page.request, { productName: 'Missing disc', available: 0 })
  await page.goto(`/parts/${id}`)
  const box = page.getByRole('region', { name: 'Buy Missing disc' })
  await expect(box.getByText('Out of stock')).toBeVisible()
  await expect(box.getByRole('button', { name: /Add to cart/ })).toHaveCount(0)
  const field = box.getByRole('textbox', { name: 'Email for the notice' })
  const submit = box.getByRole('button', { name: 'Tell me when it is back' })
  await expect(submit).toBeEnabled()
  await field.fill('ann')
  await field.press('Enter')
  await expect(box.getByRole('alert')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('ann')
  await field.fill('ann@example.com')
  await submit.click()
  await expect(box.getByRole('status')).toHaveText('We will send one mail when it is back.')
  await expect(box.getByRole('status')).toBeFocused()
  await expect(field).toBeHidden()
})

test.describe('a part that has come back meanwhile', () => {
  test.use({ expectedErrorStatuses: [409] })
  test('is offered instead of the notice', async ({ page }) => {
    const id = await addPart(page.request, { productName: 'Returned disc', available: 0 })
    await page.goto(`/parts/${id}`)
    const box = page.getByRole('region', { name: 'Buy Returned disc' })
    const submit = box.getByRole('button', { name: 'Tell me when it is back' })
    await expect(submit).toBeEnabled()
    const admin = await signInToApi(page.request, sampleAdmin)
    await admin.updateProduct({ params: { id }, body: { addQuantity: 7 } })
    await box.getByRole('textbox', { name: 'Email for the notice' }).fill('ann@example.com')
    await submit.click()
    await expect(box.getByRole('status')).toHaveText('It is for sale again: you can buy it now.')
    await expect(box.getByRole('status')).toBeFocused()
    await expect(box.getByRole('button', { name: /Add to cart/ })).toBeEnabled()
    await expect(submit).toHaveCount(0)
  })
})

test('the address of an account is filled in', async ({ page }) => {
  const id = await addPart(page.request, { productName: 'Rare disc', available: 0 })
  const { email } = await signInAsNewUser(page, 'Waiting Wanda')
  await page.goto(`/parts/${id}`)
  await expect(page.getByRole('textbox', { name: 'Email for the notice' })).toHaveValue(email)
})

test('a part is shared by its address, and printed on one sheet', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const description = 'Vented front disc. '.repeat(110)
  const id = await addPart(page.request, { productName: 'Shared disc', description, images: PICTURES })
  await addReviews(page.request, id, 6)
  await page.goto(`/parts/${id}?utm_source=mail`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('The address of this page is copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/parts/${id}`)
  const sheet = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(sheet.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.buy-box').getByText('100 in stock')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})

test('all that goes together comes into the cart by one button, without what is left out', async ({
  page,
}) => {
  // the newest of their types, so that they are chosen; other tests add none of these
  const attributes = { axle: 'rear' }
  const pads = await addPart(page.request, {
    productName: 'Rear pads',
    type: 'brake-pad',
    attributes,
    price: 20,
  })
  const caliper = { productName: 'Rear caliper', type: 'brake-caliper', attributes, price: 100 }
  await addPart(page.request, caliper)
  const fluid = { productName: 'Brake fluid of 250 ml', type: 'brake-fluid', price: 5 }
  await addPart(page.request, fluid)
  const name = 'Rear disc with friends'
  const disc = { productName: name, type: 'brake-disc', attributes, price: 10, minimumOrder: 2 }
  const id = await addPart(page.request, disc)
  await page.goto(`/parts/${id}`)
  await expect(page.getByRole('region', { name: 'Data' }).getByText('Rear')).toBeVisible()
  const together = page.getByRole('region', { name: 'Goes together with' })
  await expect(together.getByRole('link', { name: 'Rear pads' })).toHaveAttribute('href', `/parts/${pads}`)
  for (const other of ['Rear caliper', 'Brake fluid of 250 ml'])
    await expect(together.getByRole('checkbox', { name: other })).toBeChecked()
  for (const left of await together.getByRole('checkbox').all()) {
    const label = await left.getAttribute('aria-label')
    if (![name, 'Rear pads', 'Rear caliper', 'Brake fluid of 250 ml'].includes(label ?? ''))
      await left.uncheck()
  }
  await expect(together.getByRole('status')).toHaveText('4 parts, 5 units')
  await together.getByRole('checkbox', { name: 'Rear caliper' }).uncheck()
  await expect(together.getByRole('status')).toHaveText('3 parts, 4 units')
  // two discs, pads and fluid
  await expect(together.getByText('$45.00')).toBeVisible()
  await together.getByRole('button', { name: 'Add all' }).click()
  const cart = page.getByRole('dialog', { name: 'Cart' })
  for (const part of [name, 'Rear pads', 'Brake fluid of 250 ml'])
    await expect(cart.getByRole('link', { name: part })).toBeVisible()
  await expect(cart.getByRole('link', { name: 'Rear caliper' })).toHaveCount(0)
  await expect(cart.getByText('Subtotal, 4 units')).toBeVisible()
})

test('what is left out of what goes together before the script has come stays out', async ({ page }) => {
  const id = await addPart(page.request, { productName: 'Early disc', type: 'brake-disc', price: 10 })
  const release = await hold(page, /\.js$/)
  await page.goto(`/parts/${id}`)
  const together = page.getByRole('region', { name: 'Goes together with' })
  const boxes = await together.getByRole('checkbox').all()
  for (const box of boxes.slice(1)) await box.uncheck()
  release()
  await expect(together.getByRole('button', { name: 'Add all' })).toBeEnabled()
  await expect(together.getByRole('status')).toHaveText('1 part, 1 unit')
})

for (const [typed, units] of [
  ['4', '4'],
  ['1', '2'],
] as const)
  test(`of ${typed}, typed before the script has come, ${units} come into the cart`, async ({ page }) => {
    const productName = `Washer, ${typed} early`
    const id = await addPart(page.request, { productName, price: 20, minimumOrder: 2 })
    const release = await hold(page, /\.js$/)
    await page.goto(`/parts/${id}`)
    const box = page.getByRole('region', { name: `Buy ${productName}` })
    const quantity = box.getByLabel('Quantity', { exact: true })
    await quantity.fill(typed)
    await quantity.blur()
    release()
    await box.getByRole('button', { name: 'Add to cart' }).click()
    await expect(
      page.getByRole('dialog', { name: 'Cart' }).getByText(`Subtotal, ${units} units`),
    ).toBeVisible()
    await expect(quantity).toHaveValue(units)
  })

test('a quantity typed before the script has come counts for a click during hydration', async ({ page }) => {
  const productName = 'Washer, clicked early'
  const id = await addPart(page.request, { productName, price: 20, minimumOrder: 2 })
  const release = await hold(page, /\.js$/)
  await clickDuringHydration(page, `[aria-label="Add to cart: ${productName}"]`)
  await page.goto(`/parts/${id}`)
  const box = page.getByRole('region', { name: `Buy ${productName}` })
  const quantity = box.getByLabel('Quantity', { exact: true })
  await quantity.fill('4')
  await quantity.blur()
  release()
  await expect(page.getByRole('dialog', { name: 'Cart' }).getByText('Subtotal, 4 units')).toBeVisible()
})

test('a click that waits for the script is of what was typed before it, also if the field has the focus', async ({
  page,
}) => {
  const productName = 'Washer, typed twice early'
  const id = await addPart(page.request, { productName, price: 20, minimumOrder: 2 })
  const release = await hold(page, /\.js$/)
  await page.goto(`/parts/${id}`)
  const box = page.getByRole('region', { name: `Buy ${productName}` })
  const quantity = box.getByLabel('Quantity', { exact: true })
  await quantity.fill('4')
  await box.getByRole('button', { name: 'Add to cart' }).click()
  await quantity.focus()
  release()
  await expect(page.getByRole('dialog', { name: 'Cart' }).getByText('Subtotal, 4 units')).toBeVisible()
})

test.describe('an account whose part is no longer sold', () => {
  test.use({ expectedErrorStatuses: [404] })
  test('gets the others, and is told which is not in the cart', async ({ page }) => {
    const attributes = { axle: 'rear' }
    const admin = await signInToApi(page.request, sampleAdmin)
    const pads = await addPart(page.request, { productName: 'Ending pads', type: 'brake-pad', attributes })
    const name = 'Disc of ending pads'
    const id = await addPart(page.request, { productName: name, type: 'brake-disc', attributes })
    await signInAsNewUser(page, 'Adding Ada')
    await page.goto(`/parts/${id}`)
    const together = page.getByRole('region', { name: 'Goes together with' })
    await expect(together.getByRole('link', { name: 'Ending pads' })).toBeVisible()
    await admin.deleteProduct({ params: { id: pads } })
    await together.getByRole('button', { name: 'Add all' }).click()
    await expect(page.getByText(/^Not in your cart.*: Ending pads\.$/)).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Cart' }).getByRole('link', { name })).toBeVisible()
  })
})
