import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { partBody } from '../../support/products/example-part.ts'
import { someOf } from '../../support/thoroughness.ts'
import { expectAccessible } from '../platform/accessibility/access.ts'
import { signInToApi } from '../store-api.ts'
import { expect, hold, POLL_OFTEN, test } from '../story.ts'

const SEARCH_LABEL = 'Search parts'

test.describe('suggestions', () => {
  test('suggestions appear during typing, are reached by keyboard and lead to a part', async ({ page }) => {
    await page.goto('/')
    const input = page.getByRole('search').getByLabel(SEARCH_LABEL)
    await input.focus()
    await expect(page.getByRole('combobox', { name: SEARCH_LABEL })).toHaveAttribute('aria-expanded', 'false')
    await input.pressSequentially('br-28')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    const option = list.getByRole('option', { name: /BR-2804-22/ })
    await expect(option).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^1 suggestion$/ })).toHaveCount(1)
    await expect(input).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await expect(input).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Front brake disc, drilled')
    await expect(list).toBeHidden()
  })

  test('the arrows go round the suggestions, Home and End jump, and Escape closes them', {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/parts')
    const input = page.getByRole('search').getByLabel(SEARCH_LABEL)
    await input.focus()
    await expect(input).toHaveRole('combobox')
    await input.pressSequentially('spark pl')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    const options = list.getByRole('option')
    await expect(options.first()).toHaveText('spark plug')
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Home')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('End')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(list.getByRole('option', { selected: true })).toHaveCount(0)
    await expectAccessible(page, 'the suggestions')
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(input).toHaveValue('spark pl')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/parts?q=spark+pl')
  })

  test('suggestions fit a small screen and do not move the heading', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/parts')
    const heading = page.getByRole('heading', { level: 1 })
    const before = await heading.boundingBox()
    const input = page.getByRole('search').getByLabel(SEARCH_LABEL)
    await input.focus()
    await expect(input).toHaveRole('combobox')
    await input.pressSequentially('tire')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    await expect(list.getByRole('option', { name: 'Wheels & Tires' })).toBeVisible()
    const { x = -1, width = 999 } = (await list.boundingBox()) ?? {}
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(360)
    expect(await heading.boundingBox()).toEqual(before)
    await list.getByRole('option', { name: 'Wheels & Tires' }).click()
    await expect(page).toHaveURL('/parts?category=wheels')
  })
})

test('suggestions ignore the keys of an input method and the response to an older query', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/parts')
  const input = page.getByRole('search').getByLabel(SEARCH_LABEL)
  await input.focus()
  await expect(input).toHaveRole('combobox')
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route(/suggest\?q=br/, async (route) => {
    await promise
    await route.continue().catch(() => {})
  })
  const older = page.waitForRequest(/suggest\?q=br/)
  await input.fill('br-28')
  await older
  await input.fill('spark pl')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  const options = list.getByRole('option')
  await expect(options.first()).toHaveText('spark plug')
  release()
  // a request after the older query, so that the response to that has most likely arrived
  await page.evaluate(() => fetch('/api/suggest?q=wiper').then((response) => response.text()))
  await expect(options.first()).toHaveText('spark plug')

  const handled = await input.evaluate((element) =>
    ['ArrowDown', 'Enter', 'Escape'].map((key) => {
      const event = new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true })
      return !element.dispatchEvent(event)
    }),
  )
  expect(handled).toEqual([false, false, false])
  await expect(list).toBeVisible()
  await expect(list.getByRole('option', { selected: true })).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(list).toBeHidden()
})

test('a click for a new tab on a suggestion is left to the browser, and the page stays as it is', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/parts')
  const input = page.getByRole('search').getByLabel(SEARCH_LABEL)
  await input.focus()
  await expect(input).toHaveRole('combobox')
  await input.pressSequentially('spark pl')
  const option = page.getByRole('listbox').getByRole('option').first()
  await expect(option).toHaveText('spark plug')
  await expect(option).toHaveAttribute('href', '/parts?q=spark+plug')
  await page.evaluate(() => {
    for (const type of ['click', 'auxclick'])
      document.addEventListener(type, (event) => {
        document.body.dataset.prevented = String(event.defaultPrevented)
      })
  })
  for (const click of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
    await option.click(click)
    // Whether the tab opens is up to the browser, which at times opens none for a click by a driver.
    await expect(page.locator('body')).toHaveAttribute('data-prevented', 'false')
    await page.evaluate(() => delete document.body.dataset.prevented)
    await expect(page).toHaveURL('/parts')
    await expect(input).toHaveValue('spark pl')
  }
})

test('a page from the back-forward cache shows its own query in the search box', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/parts?q=alternator')
  const input = page.getByRole('search').getByLabel(SEARCH_LABEL)
  await input.fill('brake')
  const show = (persisted: boolean) =>
    page.evaluate(
      (value) => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: value })),
      persisted,
    )
  await show(false)
  await expect(input).toHaveValue('brake')
  await show(true)
  await expect(input).toHaveValue('alternator')
})

test('a mistyped word is corrected with a message and can be searched for exactly', async ({ page }) => {
  await page.goto('/parts?q=brkae+pads')
  await expect(page.getByText('No parts for “brkae pads”. Showing “brake pads”.')).toBeVisible()
  const found = page.getByRole('main').getByRole('heading', { level: 3 })
  await expect(found.filter({ hasText: /brake pads/i }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Search for “brkae pads” exactly' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^Call the counter/ })).toHaveAttribute('href', /^tel:/)
  await main.getByRole('listitem').getByRole('link', { name: 'Fluids', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fluids')
})

test('terms that no part has together find the nearest, and a wrong digit finds nothing', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/parts?q=brake+pads+zorbl')
  await expect(
    page.getByText('No part has all of “brake pads zorbl”. The nearest are for “brake pads”.'),
  ).toBeVisible()
  await page.goto('/parts?q=BR-2804-23')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await expect(page.getByText('numbers are never guessed at')).toBeVisible()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })
    test('filters narrow a list, show how many parts remain, and are removed one by one or by Clear all', async ({
      page,
    }) => {
      await page.goto('/parts?category=body')
      const main = page.getByRole('main')
      const cards = main.getByRole('heading', { level: 3 })
      const brand = main.getByRole('checkbox', { name: /^Steinbrekk \d+$/ })
      const highest = main.getByLabel('To', { exact: true })
      const count = main.getByRole('status')
      if (javaScriptEnabled) {
        await brand.check()
        await expect(page).toHaveURL('/parts?category=body&brand=Steinbrekk')
        await expect(brand).toBeFocused()
        await expect(count).toHaveText('11 parts')
        await highest.fill('60')
        await highest.press('Enter')
      } else {
        await brand.check()
        await highest.fill('60')
        await main.getByRole('button', { name: 'Show parts' }).click()
      }
      await expect(page).toHaveURL('/parts?category=body&brand=Steinbrekk&maxPrice=60')
      // The address changes before the list.
      await expect(async () => {
        expect(await count.innerText()).toBe(`${await cards.count()} parts`)
      }).toPass()
      await expect(count).toHaveText('4 parts')
      await expect(brand).toBeChecked()
      const chosen = main.getByRole('list', { name: 'Chosen filters' })
      await chosen.getByRole('link', { name: 'Take away: Up to $60.00' }).click()
      await expect(page).toHaveURL('/parts?category=body&brand=Steinbrekk')
      await expect(count).toHaveText('11 parts')
      await expect(highest).toHaveValue('')
      await chosen.getByRole('link', { name: 'Clear all' }).click()
      await expect(page).toHaveURL('/parts?category=body')
      await expect(chosen).toHaveCount(0)
      await expect(brand).not.toBeChecked()
    })

    test('the list is a table for whoever chooses it, and has numbered pages', async ({ page }) => {
      await page.goto('/parts')
      const main = page.getByRole('main')
      const items = main.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
      const heightOfItem = async () => (await items.first().boundingBox())?.height ?? 0
      expect(await heightOfItem()).toBeGreaterThan(200)
      await main.getByRole('link', { name: 'Table', exact: true }).click()
      await expect.poll(heightOfItem, POLL_OFTEN).toBeLessThan(60)
      await expect(main.getByRole('status')).toHaveText(/^1–24 of \d+$/)
      await main.getByRole('link', { name: 'Page 2', exact: true }).click()
      await expect(main.getByRole('status')).toHaveText(/^25–48 of \d+$/)
      await expect(page).toHaveTitle(/^All parts, page 2/)
      expect(await heightOfItem()).toBeLessThan(60)
      // a link that is pressed before hydration is followed
      await expect(page).toHaveURL(
        javaScriptEnabled ? /\/parts\?page=2(&view=table)?$/ : '/parts?page=2&view=table',
      )
      await main.getByRole('link', { name: 'Previous page' }).click()
      await expect(main.getByRole('status')).toHaveText(/^1–24 of \d+$/)
      await main.getByRole('link', { name: 'Cards', exact: true }).click()
      await expect.poll(heightOfItem, POLL_OFTEN).toBeGreaterThan(200)
      await expect(page).toHaveURL('/parts')
    })
  })
}

test('filters by keyboard: one that takes itself away leaves the focus to the next, the last one to the page', async ({
  page,
}) => {
  await page.goto('/parts?type=brake-disc&a.axle=front&a.diameter=281')
  await page.waitForLoadState('networkidle')
  const chosen = page.getByRole('list', { name: 'Chosen filters' })
  await chosen.getByRole('link', { name: 'Take away: Axle: Front' }).focus()
  await page.keyboard.press('Enter')
  await expect(chosen.getByRole('link', { name: 'Take away: Diameter: 281 mm' })).toBeFocused()
  await page.locator('.nearest').getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/281/)
  await expect(page.getByRole('main')).toBeFocused()
  await chosen.getByRole('link', { name: 'Clear all' }).focus()
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('filters by keyboard: a choice acts at once, is announced, and keeps the focus', async ({ page }) => {
  await page.goto('/parts?category=body')
  const main = page.getByRole('main')
  const announced = main.getByRole('status')
  const sort = main.getByRole('combobox', { name: 'Sort' })
  await sort.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL('/parts?category=body&sort=price')
  await expect(sort).toBeFocused()
  const brand = main.getByRole('checkbox', { name: /^Lindervall/ })
  await brand.focus()
  await page.keyboard.press('Space')
  await expect(announced).toHaveText('5 parts')
  await expect(brand).toBeFocused()
  await page.keyboard.press('Space')
  await expect(announced).toHaveText(/^1–24 of/)
  await expect(brand).not.toBeChecked()
  await page.goBack()
  await expect(brand).toBeChecked()
  await expect(sort).toHaveValue('price')
})

const DISCS = '/parts?category=body&type=brake-disc'

for (const { width, height, layout, prices, path } of [
  { width: 1440, height: 900, layout: 'cards', prices: 4, path: '/parts' },
  { width: 1440, height: 900, layout: 'table', prices: 12, path: '/parts' },
  { width: 360, height: 780, layout: 'cards', prices: 2, path: '/parts' },
  { width: 360, height: 780, layout: 'cards', prices: 2, path: `${DISCS}&a.axle=front` },
  { width: 360, height: 780, layout: 'table', prices: 2, path: '/parts' },
]) {
  test(`the first window of ${path} at ${width} × ${height} has ${prices} prices as ${layout}`, async ({
    page,
  }) => {
    await page.addInitScript((value) => localStorage.setItem('partsView', value), layout)
    await page.setViewportSize({ width, height })
    await page.goto(path)
    const boxes = await Promise.all(
      (await page.getByText(/^\$[\d,.]+$/).all()).slice(0, prices).map((price) => price.boundingBox()),
    )
    expect(boxes).toHaveLength(prices)
    for (const box of boxes) expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}

test('the list is laid out as remembered before any script of a module runs', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('partsView', 'table'))
  const release = await hold(page, /\.js$/)
  await page.goto('/parts', { waitUntil: 'domcontentloaded' })
  const item = page.getByRole('main').locator('li', { has: page.getByRole('heading', { level: 3 }) })
  expect((await item.first().boundingBox())?.height).toBeLessThan(60)
  release()
})

test('a page behind the last one leads to the last one', async ({ page }) => {
  await page.goto('/parts?category=body&page=9')
  await expect(page).toHaveURL('/parts?category=body&page=2')
  await page.goto('/parts?page=1&category=body')
  await expect(page).toHaveURL('/parts?category=body')
})

test('a minimum above the maximum, or with too many decimals, shows an error at its field and keeps the input', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/parts?q=disc&brand=Steinbrekk')
  const main = page.getByRole('main')
  const lowest = main.getByLabel('From', { exact: true })
  await lowest.fill('50')
  await main.getByLabel('To', { exact: true }).fill('20')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/parts?q=disc&brand=Steinbrekk&minPrice=50&maxPrice=20')
  await expect(lowest).toHaveAccessibleDescription('The lowest price is above the highest')
  await expect(lowest).toHaveValue('50')
  await expect(main.getByRole('checkbox', { name: /^Steinbrekk \d+$/ })).toBeChecked()
  await expectAccessible(page, 'a minimum above the maximum')
  await page.goto('/parts?q=disc&minPrice=2.345')
  await expect(lowest).toHaveAccessibleDescription(/^2\.345 can mean 2,345\.00 or 2\.345\./)
  await expect(lowest).toHaveValue('2.345')
  await lowest.fill('2')
  await main.getByLabel('To', { exact: true }).fill('2000')
  await page.keyboard.press('Enter')
  await expect(main.getByRole('heading', { level: 3 }).first()).toBeVisible()
})

test('a number of many values has bounds, and shows its values in two steps', async ({ page, request }) => {
  const admin = await signInToApi(request, sampleAdmin)
  const added = await Promise.all(
    [395, 400].map((width) =>
      admin.createProduct({
        body: partBody({
          productName: `Wide tyre ${width}`,
          available: 40,
          category: 'wheels',
          type: 'tyre',
          attributes: { width },
        }),
      }),
    ),
  )
  await page.goto('/parts?category=wheels&type=tyre')
  const main = page.getByRole('main')
  const widths = main.getByRole('group', { name: 'Width, mm' })
  await expect(widths.getByLabel('From')).toBeVisible()
  await expect(main.getByRole('group', { name: /^Aspect/ }).getByLabel('From')).toHaveCount(0)
  await expect(widths.getByRole('checkbox')).toHaveCount(12)
  await widths.getByText('1 more').click()
  const last = widths.getByRole('checkbox').last()
  await last.focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/parts?category=wheels&type=tyre&a.width=400')
  await expect(main.getByRole('status').first()).toHaveText('1 part')
  await expect(last).toBeFocused()
  await widths.getByLabel('From').fill('390')
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL('/parts?category=wheels&type=tyre&a.width=390..')
  await expect(widths.getByLabel('To')).toBeFocused()
  await expect(main.getByRole('status').first()).toHaveText('2 parts')
  await expect(last).not.toBeChecked()
  // a value replaces the range
  await widths.getByRole('checkbox', { name: /^205/ }).check()
  await expect(page).toHaveURL('/parts?category=wheels&type=tyre&a.width=205')
  await expect(widths.getByLabel('From')).toHaveValue('')
  for (const { _id } of added) await admin.deleteProduct({ params: { id: _id } })
})

const wrongFilters = [
  {
    query: 'a.diameter=280',
    chip: 'Diameter: 280 mm',
    problem: 'This filter needs a part type',
    parts: /^1–24 of/,
  },
  {
    query: 'type=brake-disc&a.teeth=120',
    chip: /Teeth: 120$/,
    problem: 'Parts of this type have no such attribute',
    parts: '5 parts',
  },
  {
    query: 'type=brake-disc&a.axle=front&a.nothing=1',
    chip: 'nothing: 1',
    problem: 'There is no such filter',
    parts: '3 parts',
  },
  {
    query: 'type=brake-disc&a.thickness=22..10',
    chip: 'Thickness: 22 to 10 mm',
    problem: 'The lowest value is above the highest',
    parts: '5 parts',
  },
  { query: 'type=nothing', chip: 'nothing', problem: 'There is no such part type', parts: /^1–24 of/ },
  {
    query: `type=brake-disc&a.diameter=${Array.from({ length: 21 }, (_, at) => 200 + at)}`,
    chip: /^Take away: Diameter: 200,201/,
    problem: 'Use at most 20 values',
    parts: '5 parts',
  },
  {
    query: 'minPrice=50&maxPrice=20',
    chip: /50.*20/,
    problem: 'The lowest price is above the highest',
    parts: /^1–24 of/,
  },
]
for (const { query, chip, problem, parts } of someOf(wrongFilters, { share: 2 }))
  test(`the list is shown without a filter that is wrong: ${query}`, async ({ page }) => {
    const response = await page.goto(`/parts?category=body&${query}`)
    expect(response?.status()).toBe(400)
    const main = page.getByRole('main')
    await expect(main.getByRole('status').first()).toHaveText(parts)
    await expect(main.getByRole('heading', { level: 3 }).first()).toBeVisible()
    const chips = main.getByRole('list', { name: 'Chosen filters' })
    const wrong = chips.getByRole('link', { name: chip }).and(chips.locator('[aria-describedby]'))
    await expect(wrong).toHaveAccessibleDescription(problem)
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex, follow')
    // the address keeps it until it is taken away
    await main.getByRole('combobox', { name: 'Sort' }).selectOption('Price, lowest first')
    await expect(page).toHaveURL(`/parts?category=body&${query}&sort=price`)
    await wrong.click()
    await expect(chips.getByText(problem)).toHaveCount(0)
  })

test('a list is not shown by more than eight attributes, nor by more than 2,000 characters', async ({
  page,
}) => {
  const nine = Array.from({ length: 9 }, (_, at) => `a.key${at}=1`).join('&')
  const main = page.getByRole('main')
  await page.setViewportSize({ width: 360, height: 780 })
  for (const { query, problem, chips } of [
    { query: nine, problem: 'Use at most 8 attributes', chips: 9 },
    { query: `a.axle=${'x'.repeat(2000)}`, problem: 'Use at most 2,000 characters', chips: 1 },
  ]) {
    const response = await page.goto(`/parts?type=brake-disc&${query}`)
    expect(response?.status()).toBe(400)
    await expect(main.getByText(problem)).toHaveCount(chips)
    await expect(main.getByRole('heading', { level: 3 }).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
})

test('another spelling of a filter leads to its address', async ({ page }) => {
  const list = '/parts?category=body&type=brake-disc'
  for (const [spelled, expected] of [
    ['a.thickness=12.50', 'a.thickness=12.5'],
    ['a.diameter=280&a.diameter=288', 'a.diameter=280,288'],
    ['a.axle=FRONT', 'a.axle=front'],
    ['a.thickness.min=12,5&a.thickness.max=', 'a.thickness=12.5..'],
  ]) {
    const response = await page.request.get(`${list}&${spelled}`, { maxRedirects: 0 })
    expect([response.status(), response.headers().location]).toEqual([302, `${list}&${expected}`])
  }
})

test('names that no attribute has are ignored in the address of a list', async ({ page }) => {
  const response = await page.goto('/parts?type=brake-disc&a.X=1&a.=x&a.__proto__=x')
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(/^\d+ parts$/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('another type leaves the attributes of the former', async ({ page }) => {
    await page.goto('/parts?category=body&type=brake-disc&a.axle=front&a.diameter=280')
    const main = page.getByRole('main')
    await main.getByRole('combobox', { name: 'Part type' }).selectOption('brake-pad')
    await main.getByRole('button', { name: 'Show parts' }).click()
    await expect(page).toHaveURL('/parts?category=body&type=brake-pad')
  })
})

test('filters without results show a message and a link without them', { tag: '@long' }, async ({ page }) => {
  await page.goto('/parts?category=fluids&minPrice=9000')
  await expect(page.getByRole('heading', { name: 'No part passes these filters' })).toBeVisible()
  await expectAccessible(page, 'the filters')
  await page.getByRole('link', { name: 'Without filters' }).click()
  await expect(page).toHaveURL('/parts?category=fluids')
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 780 } })
    test('on a phone the filters are a sheet, whose button shows the number of parts', async ({ page }) => {
      await page.goto('/parts')
      const main = page.getByRole('main')
      const open = main.getByRole('button', { name: 'Filters' })
      // without JavaScript it opens all the same
      const sheet = page.getByRole(javaScriptEnabled ? 'dialog' : 'region', { name: 'Filters' })
      const heading = page.getByRole('heading', { name: 'Filters' })
      await expect(heading).toBeHidden()
      await open.click()
      if (javaScriptEnabled) await expect(heading).toBeFocused()
      await sheet.getByRole('checkbox', { name: /^Merrivane/ }).check()
      if (javaScriptEnabled) {
        const show = sheet.getByRole('button', { name: /^Show \d+ parts$/ })
        await expect(main.getByRole('status')).toHaveText('1–24 of 26')
        await expect(show).toHaveText('Show 26 parts')
        await show.click()
      } else {
        await sheet.getByRole('button', { name: 'Show parts', exact: true }).click()
      }
      await expect(sheet).toBeHidden()
      await expect(main.getByRole('list', { name: 'Chosen filters' })).toContainText('Merrivane')
      await open.click()
      await expect(sheet.getByRole('checkbox', { name: /^Merrivane/ })).toBeChecked()
      await page.keyboard.press('Escape')
      await expect(heading).toBeHidden()
      await expect(open).toBeFocused()
      await open.click()
      await expect(sheet).toBeVisible()
      if (javaScriptEnabled) {
        await expect(heading).toBeFocused()
        await expectAccessible(page, 'the sheet of filters')
      }
      await page.setViewportSize({ width: 360, height: 780 })
      await sheet.getByRole('link', { name: 'Clear all' }).click()
      await expect(page).toHaveURL('/parts')
      await expect(main.getByRole('list', { name: 'Chosen filters' })).toHaveCount(0)
      if (!javaScriptEnabled) return
      // the sheet stays open for other filters
      await expect(sheet.getByRole('checkbox', { name: /^Merrivane/ })).not.toBeChecked()
      await expect(sheet.getByRole('button', { name: /^Show \d{3} parts$/ })).toBeVisible()
    })
  })
}

test('an empty category shows its count and cannot be chosen', { tag: '@long' }, async ({ page }) => {
  await page.goto('/parts?q=alternator')
  const categories = page.getByRole('combobox', { name: 'Category' })
  await expect(categories.getByRole('option', { name: /^Electrical/ })).toBeEnabled()
  await expect(categories.getByRole('option', { name: 'Wheels & Tires (0)' })).toBeDisabled()
})

test('a message says when parts only mention the term', { tag: '@long' }, async ({ page }) => {
  await page.goto('/parts?q=grease')
  await expect(
    page.getByText('No part is called “grease”. These only have its words in their names or descriptions.'),
  ).toBeVisible()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })
    test('the search box shows the query of its page after a search, going back and going forward', {
      tag: '@long',
    }, async ({ page }) => {
      await page.goto('/parts')
      const input = page.getByRole('search').getByLabel(SEARCH_LABEL)
      await input.fill('alternator')
      await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parts for “alternator”')
      await expect(input).toHaveValue('alternator')
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('All parts')
      await expect(input).toHaveValue('')
      await page.goForward()
      await expect(input).toHaveValue('alternator')
    })
  })
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })
    test('a part is found by its type and what it measures', async ({ page }) => {
      await page.goto('/parts?category=body')
      const main = page.getByRole('main')
      const count = main.getByRole('status')
      const apply = async () => {
        if (!javaScriptEnabled) await main.getByRole('button', { name: 'Show parts' }).click()
      }
      await main.getByRole('combobox', { name: 'Part type' }).selectOption('brake-disc')
      await apply()
      await expect(page).toHaveURL('/parts?category=body&type=brake-disc')
      await main
        .getByRole('group', { name: 'Axle' })
        .getByRole('checkbox', { name: /^Front/ })
        .check()
      await apply()
      await expect(page).toHaveURL('/parts?category=body&type=brake-disc&a.axle=front')
      const diameters = main.getByRole('group', { name: 'Diameter, mm' })
      await diameters.getByRole('checkbox', { name: /^280/ }).check()
      await apply()
      await expect(page).toHaveURL('/parts?category=body&type=brake-disc&a.axle=front&a.diameter=280')
      await expect(count).toHaveText('1 part')
      await expect(main.getByRole('heading', { level: 3 })).toHaveText('Front brake disc, drilled')
      await expect(main.getByRole('definition').filter({ hasText: '280 mm' })).toBeVisible()
      // the others keep their counts
      await expect(diameters.getByRole('checkbox', { name: /^256 1$/ })).toBeEnabled()
      await main.getByRole('link', { name: 'Take away: Diameter: 280 mm' }).click()
      await expect(page).toHaveURL('/parts?category=body&type=brake-disc&a.axle=front')
      await main.getByRole('link', { name: 'Take away: Brake discs' }).click()
      await expect(page).toHaveURL('/parts?category=body')
    })

    test('a search leads to what a part type measures, and keeps its words', async ({ page }) => {
      await page.goto('/parts?q=drilled')
      const main = page.getByRole('main')
      const types = main.getByRole('combobox', { name: 'Part type' })
      const apply = async () => {
        if (!javaScriptEnabled) await main.getByRole('button', { name: 'Show parts' }).click()
      }
      const [, ...offered] = await types.getByRole('option').allTextContents()
      const numbers = offered.map((text) => Number(/ \((\d+)\)$/.exec(text)?.[1]))
      expect(numbers.length).toBeGreaterThan(0)
      expect(numbers).toEqual(numbers.filter((one) => one > 0).toSorted((a, b) => b - a))
      await types.selectOption('brake-disc')
      await apply()
      await expect(page).toHaveURL('/parts?q=drilled&type=brake-disc')
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Parts for “drilled”')
      await expect(types.getByRole('option')).toHaveText(['All types', ...offered])
      await main
        .getByRole('group', { name: 'Axle' })
        .getByRole('checkbox', { name: /^Front/ })
        .check()
      await apply()
      await expect(page).toHaveURL('/parts?q=drilled&type=brake-disc&a.axle=front')
      await expect(main.getByRole('heading', { level: 3 }).first()).toHaveText('Front brake disc, drilled')
      await main.getByRole('link', { name: 'Take away: Brake discs' }).click()
      await expect(page).toHaveURL('/parts?q=drilled')
    })

    test('types without parts cannot be chosen, but the chosen one stays', async ({ page }) => {
      await page.goto('/parts?category=body&type=brake-disc&minPrice=9000')
      const types = page.getByRole('main').getByRole('combobox', { name: 'Part type' })
      await expect(types).toHaveValue('brake-disc')
      await expect(types.getByRole('option', { name: 'Brake discs (0)' })).toBeEnabled()
      await expect(types.getByRole('option', { name: 'Brake pads (0)' })).toBeDisabled()
    })

    test('a number is filtered by its bounds, whose errors stand beside them', async ({ page }) => {
      const list = '/parts?category=body&type=brake-disc'
      const main = page.getByRole('main')
      const diameters = main.getByRole('group', { name: 'Diameter, mm' })
      const lowest = diameters.getByLabel('From')
      const highest = diameters.getByLabel('To')
      const count = main.getByRole('status').first()
      const apply = async () => {
        if (javaScriptEnabled) await page.keyboard.press('Enter')
        else await main.getByRole('button', { name: 'Show parts' }).click()
      }
      await page.goto(`${list}&a.diameter=250..`)
      if (javaScriptEnabled) {
        // the focus starts the scripts; a form sent before hydration loads a page
        await highest.focus()
        await page.waitForLoadState('networkidle')
      }
      await expect(count).toHaveText(/^\d parts$/)
      await expect(lowest).toHaveValue('250')
      await highest.fill('300')
      await apply()
      await expect(page).toHaveURL(`${list}&a.diameter=250..300`)
      await expect(count).toHaveText(/^\d parts$/)
      if (javaScriptEnabled) await expect(highest).toBeFocused()
      await expect(main.getByRole('link', { name: 'Take away: Diameter: 250 to 300 mm' })).toBeVisible()
      await lowest.fill('301')
      await apply()
      await expect(page).toHaveURL(`${list}&a.diameter=301..300`)
      await expect(lowest).toHaveAccessibleDescription('The lowest value is above the highest')
      await expect(count).toHaveText('5 parts')
      if (javaScriptEnabled) await expectAccessible(page, 'crossed bounds')
      await lowest.fill('')
      await highest.fill('wide')
      await apply()
      await expect(page).toHaveURL(`${list}&a.diameter=..wide`)
      await expect(highest).toHaveAccessibleDescription('Use a number, such as 12.5')
      await expect(highest).toHaveValue('wide')
      await expect(lowest).toHaveAccessibleDescription('')
      await highest.fill('')
      await apply()
      await expect(page).toHaveURL(list)
    })

    test('a list without parts offers the nearest values that there are', async ({ page }) => {
      const response = await page.goto('/parts?category=body&type=brake-disc&a.axle=front&a.diameter=281')
      expect(response?.status()).toBe(200)
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex, follow')
      const main = page.getByRole('main')
      await expect(main.getByRole('status').first()).toHaveText('0 parts')
      const nearest = main.getByRole('list', { name: 'Diameter: nearest that there are' })
      await expect(nearest.getByRole('link')).toHaveText(['256 mm · 1 part', '280 mm · 1 part'])
      // no part has that diameter at any axle
      await expect(main.getByRole('list', { name: /^Axle/ })).toHaveCount(0)
      if (javaScriptEnabled) await expectAccessible(page, 'a list without parts')
      await nearest.getByRole('link', { name: '280 mm · 1 part' }).click()
      await expect(page).toHaveURL('/parts?category=body&type=brake-disc&a.axle=front&a.diameter=280')
      await expect(main.getByRole('heading', { level: 3 })).toHaveText('Front brake disc, drilled')
      await page.goto('/parts?category=body&type=brake-disc&a.axle=rear&a.diameter=280')
      await expect(main.getByRole('list', { name: 'Axle: these there are' }).getByRole('link')).toHaveText([
        'Front · 1 part',
      ])
    })
  })
}
