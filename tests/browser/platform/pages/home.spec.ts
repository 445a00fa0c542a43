import type { Locator } from '@playwright/test'
import { expect, hydrated, test } from '../../story.ts'

const WINDOW = 780

async function topsOf(elements: Locator): Promise<number[]> {
  const boxes = await Promise.all((await elements.all()).map((element) => element.boundingBox()))
  return [...new Set(boxes.map((box) => Math.round(box?.y ?? -1)))]
}

for (const hasTouch of [false, true])
  test.describe(hasTouch ? 'with fingers' : 'with a mouse', () => {
    test.use({ viewport: { width: 360, height: WINDOW }, hasTouch })
    test('Home is at most ten windows of a phone, and has nothing that scrolls sideways', async ({
      page,
    }) => {
      await page.goto('/')
      await hydrated(page)
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(hasTouch)
      const [height, width] = await page.evaluate(() => {
        const { scrollHeight, scrollWidth } = document.documentElement
        return [scrollHeight, scrollWidth]
      })
      expect(height).toBeLessThanOrEqual(10 * WINDOW)
      expect(width).toBe(360)
    })
  })

test('each of the eight parts shows every fact at every width', async ({ page, request }) => {
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const cards = page.getByRole('region', { name: 'Tools/Parts' }).getByRole('listitem')
    await expect(cards).toHaveCount(8)
    // other tests add parts, and sell them out
    const newest = await request.get('/api/service?limit=48')
    const parts: { productName: string; description: string }[] = await newest.json()
    for (const card of await cards.all()) {
      const name = await card.getByRole('heading', { level: 3 }).innerText()
      const description = card.locator('.description')
      for (const fact of [
        card.getByRole('img'),
        card.getByRole('link', { name, exact: true }),
        card.getByText('Minimum order', { exact: true }),
        card.getByText('Available quantity', { exact: true }),
        card.getByText(/^\$[\d,.]+$/),
        card.getByRole('button', { name: `Favourite: ${name}` }),
        card
          .getByRole('link', { name: `Purchase ${name}` })
          .or(card.getByRole('button', { name: 'Purchase', disabled: true })),
      ])
        await expect(fact, `${name}, ${width} px`).toBeVisible()
      const whole = parts.find(({ productName }) => productName === name)?.description ?? ''
      await expect(description).toHaveText([...whole].slice(0, 150).join('').trim())
      const { scrollHeight, clientHeight } = await description.evaluate((element) => ({
        scrollHeight: element.scrollHeight,
        clientHeight: element.clientHeight,
      }))
      expect(scrollHeight, `${name}: the description is cut`).toBeLessThanOrEqual(clientHeight + 1)
    }
  }
})

test('the marks of a carousel stand in one row', async ({ page }) => {
  for (const width of [320, 360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    for (const kind of ['Review', 'Offer']) {
      const marks = page.getByRole('button', { name: new RegExp(`^${kind} \\d+ of`) })
      expect(await marks.count()).toBeGreaterThan(5)
      expect(await topsOf(marks), `${kind}, ${width} px`).toHaveLength(1)
    }
  }
})

test('a sent estimate is thanked for where it was sent, until the next one is typed', async ({ page }) => {
  await page.goto('/')
  const form = page.getByRole('region', { name: 'Get Free Estimate' })
  await form.getByLabel('Name').fill('Asker')
  await form.getByLabel('Email').fill('asker@example.com')
  await form.getByLabel('Part', { exact: true }).fill('Clutch')
  await form.getByRole('button', { name: 'Get a Quote' }).click()
  const thanks = form.getByRole('status')
  await expect(thanks).toHaveText('Thank you. We answer by email within one working day.')
  await expect(form.getByLabel('Name')).toHaveValue('')
  await form.getByLabel('Name').fill('A')
  await expect(thanks).toHaveText('')
})

test('Home tells search engines who the shop is, and how to search it', async ({ page, request }) => {
  await page.goto('/')
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const [shop, site] = texts.flatMap((text) => JSON.parse(text))
  expect(shop).toMatchObject({
    '@type': 'AutoPartsStore',
    name: 'Partsline',
    telephone: '+1 555 014 2280',
    address: expect.stringContaining('12 Foundry Lane'),
  })
  expect(shop.openingHoursSpecification).toContainEqual(
    expect.objectContaining({ dayOfWeek: 'https://schema.org/Monday', opens: '07:30', closes: '18:00' }),
  )
  const { urlTemplate } = site.potentialAction.target
  await page.goto(urlTemplate.replace('{search_term_string}', 'wiper'))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('wiper')
  expect((await request.get(shop.logo)).headers()['content-type']).toBe('image/png')
})

test('browsers get their icons and the manifest, which names the shop', async ({ page, request }) => {
  await page.goto('/')
  const manifest = await page.locator('link[rel="manifest"]').getAttribute('href')
  const { name, icons } = await (await request.get(manifest ?? '')).json()
  expect(name).toBe('Partsline')
  for (const address of [
    '/favicon.ico',
    '/apple-touch-icon.png',
    ...icons.map((icon: { src: string }) => icon.src),
  ]) {
    const response = await request.get(address)
    expect(response.status(), address).toBe(200)
    expect(response.headers()['content-type'], address).toMatch(/^image\//)
  }
  await expect(page.locator('meta[name="theme-color"]')).toHaveCount(2)
})

test('browsers get a description of the search, which leads to its results', async ({ page, request }) => {
  await page.goto('/')
  const link = page.locator('link[rel="search"]')
  await expect(link).toHaveAttribute('title', 'Partsline')
  const description = await (await request.get((await link.getAttribute('href')) ?? '')).text()
  const template = /template="([^"]+)"/.exec(description)?.[1] ?? ''
  await page.goto(template.replace('{searchTerms}', 'wiper'))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('wiper')
})

test('Home prints without forms and buttons, on few sheets', async ({ page }) => {
  await page.goto('/')
  const file = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(file.match(/\/Type \/Page\b(?!s)/g)?.length).toBeLessThanOrEqual(8)
  await page.emulateMedia({ media: 'print' })
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 }).first()).toBeVisible()
  for (const role of ['button', 'textbox'] as const) await expect(main.getByRole(role)).toHaveCount(0)
  await expect(main.getByRole('link', { name: /^Purchase/ })).toHaveCount(0)
})

test('no heart lies over a drawing of the small cards', { tag: '@long' }, async ({ page }) => {
  for (const width of [320, 360, 641, 768, 1000]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const cards = page.getByRole('region', { name: 'Tools/Parts' }).getByRole('listitem')
    await expect(cards).toHaveCount(8)
    for (const card of await cards.all()) {
      const heart = await card
        .getByRole('button', { name: /^Favourite/ })
        .locator('svg')
        .boundingBox()
      const drawing = await card.getByRole('img').first().boundingBox()
      // drawings leave their uppermost tenth free
      const ink = (drawing?.y ?? 0) + (drawing?.height ?? 0) / 10
      expect((heart?.y ?? Infinity) + (heart?.height ?? 0), `at ${width} px`).toBeLessThanOrEqual(ink)
    }
  }
})
