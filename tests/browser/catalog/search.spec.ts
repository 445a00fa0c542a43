import { expectAccessible } from '../platform/accessibility/access.ts'
import { expect, POLL_OFTEN, test } from '../story.ts'

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
  await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toHaveText(/brake pads/i)
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
    const variant = javaScriptEnabled ? [] : ['@long']
    test('filters narrow a list, show how many parts remain, and are removed one by one or by Clear all', {
      tag: variant,
    }, async ({ page }) => {
      await page.goto('/parts?category=body')
      const main = page.getByRole('main')
      const cards = main.getByRole('heading', { level: 3 })
      await main.getByText('Filters', { exact: true }).click()
      const brand = main.getByRole('checkbox', { name: /^Steinbrekk \d+$/ })
      await brand.check()
      await main.getByLabel('To', { exact: true }).fill('60')
      await main.getByRole('button', { name: 'Show parts' }).click()
      await expect(page).toHaveURL('/parts?category=body&brand=Steinbrekk&maxPrice=60')
      const count = main.getByText(/^\d+ parts?$/)
      // The address changes before the list.
      await expect(async () => {
        expect(await count.innerText()).toBe(`${await cards.count()} parts`)
      }).toPass()
      await expect(count).toHaveText('4 parts')
      await main.getByText('Filters', { exact: true }).click()
      await expect(brand).toBeChecked()
      const chosen = main.getByRole('list', { name: 'Chosen filters' })
      await chosen.getByRole('link', { name: 'Take away: Up to $60.00' }).click()
      await expect(page).toHaveURL('/parts?category=body&brand=Steinbrekk')
      await expect(count).toHaveText('11 parts')
      await chosen.getByRole('link', { name: 'Clear all' }).click()
      await expect(page).toHaveURL('/parts?category=body')
      await expect(chosen).toHaveCount(0)
    })
  })
}

test('a minimum above the maximum, or with too many decimals, shows an error at its field and keeps the input', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/parts?q=disc&brand=Steinbrekk')
  const main = page.getByRole('main')
  await main.getByText('Filters', { exact: true }).click()
  const lowest = main.getByLabel('From', { exact: true })
  await lowest.fill('50')
  await main.getByLabel('To', { exact: true }).fill('20')
  await main.getByRole('button', { name: 'Show parts' }).click()
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
  await main.getByRole('button', { name: 'Show parts' }).click()
  await expect(main.getByRole('heading', { level: 3 }).first()).toBeVisible()
})

test('filters without results show a message and a link without them', { tag: '@long' }, async ({ page }) => {
  await page.goto('/parts?category=fluids&minPrice=9000')
  await expect(page.getByRole('heading', { name: 'No part passes these filters' })).toBeVisible()
  await page.getByText('Filters', { exact: true }).click()
  await expectAccessible(page, 'the filters')
  await page.getByRole('link', { name: 'Without filters' }).click()
  await expect(page).toHaveURL('/parts?category=fluids')
})

test('chosen filters are collapsed on a phone, so that parts begin on the first screen', {
  tag: '@long',
}, async ({ page }) => {
  const height = 900
  await page.setViewportSize({ width: 360, height })
  await page.goto('/parts')
  const main = page.getByRole('main')
  const isOnFirstScreen = async () =>
    ((
      await main
        .getByRole('button', { name: /favourite/i })
        .first()
        .boundingBox()
    )?.y ?? height) < height
  await expect.poll(isOnFirstScreen, POLL_OFTEN).toBe(true)
  await main.getByText('Categories and order').click()
  await main.getByRole('link', { name: 'Price, lowest first' }).click()
  await expect(main.getByText('All parts, Price, lowest first')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Price, lowest first' })).toBeHidden()
  await main.getByText('Filters', { exact: true }).click()
  await main.getByRole('checkbox', { name: /^Merrivane/ }).check()
  await main.getByRole('button', { name: 'Show parts' }).click()
  await expect(main.getByRole('list', { name: 'Chosen filters' })).toContainText('Merrivane')
  await expect(main.getByRole('button', { name: 'Show parts' })).toBeHidden()
  await expect.poll(isOnFirstScreen, POLL_OFTEN).toBe(true)
})

test('an empty category shows its count and has no link', { tag: '@long' }, async ({ page }) => {
  await page.goto('/parts?q=alternator')
  const categories = page.getByRole('navigation', { name: 'Categories' })
  await expect(categories.getByRole('link', { name: /^Electrical/ })).toBeVisible()
  await expect(categories.getByText(/^Wheels & Tires\s*0$/)).toBeVisible()
  await expect(categories.getByRole('link', { name: /^Wheels & Tires/ })).toHaveCount(0)
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
