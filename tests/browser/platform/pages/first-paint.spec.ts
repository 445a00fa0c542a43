import type { Page } from '@playwright/test'
import { signInAsNewUser } from '../../direct-sign-in.ts'
import { expect, field, hold, POLL_OFTEN, test } from '../../story.ts'

test('Home has its heading and footer before it requests its script', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const release = await hold(page, /\.woff2$/)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Auto Parts Online Store' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeAttached()
  expect(scripts).toEqual([])
  release()
  await expect.poll(() => scripts.length, POLL_OFTEN).toBeGreaterThan(0)
})

/** The sum of the layout shifts so far. */
async function readShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const values = list.getEntries().map((entry) => ('value' in entry ? Number(entry.value) : 0))
        resolve(values.reduce((sum, value) => sum + value, 0))
      }).observe({ type: 'layout-shift', buffered: true })
      // an observer is not called without entries
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
    })
  })
}

for (const width of [360, 1440]) {
  test.describe(`in a window of ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })
    for (const path of [
      '/',
      '/parts?brand=Merrivane',
      '/parts?brand=Merrivane&view=table',
      'a part',
      '/blogs',
      '/cart',
    ])
      test(`fonts that come late move nothing: ${path}`, async ({ page }) => {
        const [part] = await (await page.request.get('/api/service?limit=1&brand=Merrivane')).json()
        const release = await hold(page, /\.woff2$/)
        const loaded = page.waitForResponse(/sofia-sans.*\.woff2$/)
        await page.goto(path === 'a part' ? `/parts/${part._id}` : path, { waitUntil: 'commit' })
        await expect(page.getByRole('contentinfo')).toBeAttached()
        release()
        await loaded
        await page.waitForLoadState('networkidle')
        expect(await readShift(page)).toBeLessThan(0.001)
      })
  })
}

test('a page that is never idle loads its script', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    const never: typeof requestIdleCallback = (work, { timeout } = {}) =>
      timeout ? Number(setTimeout(work, timeout)) : 0
    Object.assign(globalThis, { requestIdleCallback: never })
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Next: Offers' })).toBeEnabled()
})

/** Leaves a draft on the register page and opens it again, not hydrated until `release`. */
async function returnToDraft(page: Page) {
  await page.goto('/register')
  const submit = page.getByRole('button', { name: 'Register', exact: true })
  await expect(submit).toBeEnabled()
  await field(page, 'Name').fill('Older Name')
  await field(page, 'Email').fill('older@example.com')
  const release = await hold(page, /\/assets\/.*\.js$/)
  await page.goto('/register')
  return { submit, release }
}

test('what is typed before hydration is not replaced by an older draft', { tag: '@long' }, async ({
  page,
}) => {
  const { submit, release } = await returnToDraft(page)
  await field(page, 'Email').fill('newer@example.com')
  await expect(submit).toBeDisabled()
  release()
  await expect(submit).toBeEnabled()
  await expect(field(page, 'Name')).toHaveValue('Older Name')
  await expect(field(page, 'Email')).toHaveValue('newer@example.com')
})

test('what is typed in a field with a draft replaces the draft', { tag: '@long' }, async ({ page }) => {
  const { release } = await returnToDraft(page)
  await field(page, 'Email').focus()
  release()
  await expect(field(page, 'Email')).toHaveValue('older@example.com')
  await page.keyboard.type('newer@example.com')
  await expect(field(page, 'Email')).toHaveValue('newer@example.com')
  // This field got its draft before the focus: typed text replaces the draft here, too.
  await expect(field(page, 'Name')).toHaveValue('Older Name')
  await field(page, 'Name').focus()
  await page.keyboard.type('Newer Name')
  await expect(field(page, 'Name')).toHaveValue('Newer Name')
})

test('an interaction requests the script before the fonts load', { tag: '@long' }, async ({ page }) => {
  const release = await hold(page, /\.woff2$/)
  await page.goto('/', { waitUntil: 'commit' })
  const requested = page.waitForRequest(/\/assets\/.*\.js$/)
  await page.getByRole('heading', { name: 'Auto Parts Online Store' }).click()
  await requested
  release()
})

test('a click before hydration is repeated after it', async ({ page }) => {
  const release = await hold(page, /\.js$/)
  await page.goto('/parts')
  const hearts = { name: /^Favourite/ }
  const favourites = page.getByRole('main').getByRole('button', { ...hearts, pressed: true })
  await page.getByRole('main').getByRole('button', hearts).first().click()
  await expect(favourites).toHaveCount(0)
  release()
  await expect(favourites).toHaveCount(1)
})

test('clicks before hydration are repeated one after the other: each sees what the one before changed', async ({
  page,
}) => {
  const release = await hold(page, /\.js$/)
  const [part] = await (await page.request.get('/api/service?q=BR-2804-22')).json()
  await page.goto(`/parts/${part._id}`)
  const more = page.getByRole('button', { name: 'One more: Quantity' })
  for (const _ of ['first', 'second']) await more.click()
  await page.getByRole('button', { name: `Add to cart: ${part.productName}` }).click()
  release()
  await expect(page.getByText(`Added ${part.minimumOrder + 2} × ${part.productName}`)).toBeVisible()
})

test('Enter before hydration submits the form once after it', { tag: '@long' }, async ({ page }) => {
  const release = await hold(page, /\.js$/)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('accounts:sendOobCode')) sent += 1
  })
  await page.goto('/forgot-password')
  await field(page, 'Email').fill('early.bird@example.com')
  for (const _ of ['first', 'second']) await field(page, 'Email').press('Enter')
  release()
  await expect(page.getByText('If this address has an account, a link is on its way.')).toBeVisible()
  expect(sent).toBe(1)
})

test('after a redirect to the login page before any interaction the content is not focused', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
  // The title changes after the address.
  await expect(page).toHaveTitle('Login: Partsline')
  // This text for screen readers changes when the focus would move.
  await expect(page.getByText('Login: Partsline', { exact: true })).toBeAttached()
  await expect(page.getByRole('main')).not.toBeFocused()
})

test('for a signed-in visitor the script is requested before the fonts load, and Login is not shown', async ({
  page,
}) => {
  await signInAsNewUser(page, 'Early Visitor')
  const releaseFonts = await hold(page, /\.woff2$/)
  const releaseScripts = await hold(page, /\.js$/)
  const requested = page.waitForRequest(/\/assets\/.*\.js$/)
  await page.goto('/', { waitUntil: 'commit' })
  await requested
  await expect(page.getByRole('heading', { name: 'Auto Parts Online Store' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveCount(0)
  releaseFonts()
  releaseScripts()
  await expect(page.getByRole('button', { name: 'Account: Early Visitor' })).toBeVisible()
})

test('a page with a clientLoader starts before its fonts have loaded', { tag: '@long' }, async ({ page }) => {
  const release = await hold(page, /\.woff2$/)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/login/)
  release()
})
