import { someOf } from '#tests/support/thoroughness.ts'
import { categoryNames } from '../../../support/products/categories.ts'
import { expect, test } from '../../story.ts'

const publicPages = ['/', '/parts', '/portfolio', '/blogs', '/login', '/register', '/forgot-password']

test.describe('public pages without an id', () => {
  test.use({ expectedErrorStatuses: [404] })
  test('public pages have one main heading, their own title and the demo’s notice; an unknown one is a 404', {
    tag: '@long',
  }, async ({ page }) => {
    const titles = new Set<string>()
    for (const path of [...publicPages, '/no/such/page']) {
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(path.startsWith('/no') ? 404 : 200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.getByRole('complementary', { name: 'Demo' })).toBeInViewport({ ratio: 1 })
      titles.add(await page.title())
    }
    expect(titles.size).toBe(publicPages.length + 1)
    await expect(page.getByRole('img', { name: /sheet 404/ })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'All parts' })).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
  })
})

test.describe('an unknown address', () => {
  test.use({ expectedErrorStatuses: [400, 404] })
  for (const path of someOf(['/%70arts', '/parts/%E0%A4%A', '/%', '/%ff', '//', '/parts//x'], { share: 5 })) {
    test(`the malformed ${path} shows the not-found picture`, async ({ page, baseURL }) => {
      const response = await page.goto(`${baseURL}${path}`)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('img', { name: /sheet 404/ })).toBeVisible()
      // Once the page is hydrated, the picture is still there.
      await page.getByRole('button', { name: 'All Products' }).click()
      await expect(page.getByRole('link', { name: 'Suspension Parts' }).first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('img', { name: /sheet 404/ })).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: 'All parts' }).click()
      await expect(page).toHaveURL('/parts')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('All parts')
    })
  }

  test('an unknown category links to all parts and offers no Retry', { tag: '@long' }, async ({ page }) => {
    expect((await page.goto('/parts?category=nope'))?.status()).toBe(400)
    const error = page.getByRole('alert').filter({ hasText: 'This address does not work' })
    await expect(error.getByRole('link', { name: 'All parts' })).toBeVisible()
    await expect(error.getByRole('button')).toHaveCount(0)
  })
})

test('on a wide screen the drawing at the top of Home is beside its text', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  const drawing = await page.getByRole('main').getByRole('img').first().boundingBox()
  expect((drawing?.x ?? 0) - (heading?.x ?? 0)).toBeGreaterThan(100)
})

test('the estimate form shows the errors of its required fields, and confirms a request', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/')
  const region = page.getByRole('region', { name: 'Get Free Estimate' })
  await region.getByRole('button', { name: 'Get a Quote' }).click()
  await expect(region.getByText('Name is Required', { exact: true })).toBeVisible()
  await expect(region.getByText('Email is Required', { exact: true })).toBeVisible()
  await region.getByLabel('Name', { exact: true }).fill('Theo Marsh')
  await region.getByLabel('Email', { exact: true }).fill('theo@example.com')
  await region.getByLabel('Part', { exact: true }).fill('Brake disc')
  await region.getByRole('button', { name: 'Get a Quote' }).click()
  await expect(page.getByText('Thank you. We answer by email within one working day.')).toBeVisible()
})

test('the team has two phone numbers and six profile links', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  const people = page.getByRole('region', { name: 'Our Team' })
  const calls = people.getByRole('link', { name: /^Call / })
  await expect(calls).toHaveCount(2)
  for (const call of await calls.all()) expect(await call.getAttribute('href')).toMatch(/^tel:\+?\d+$/)
  const profiles = people.getByRole('link', { name: / on (Facebook|LinkedIn|X)$/ })
  await expect(profiles).toHaveCount(6)
  const addresses = await Promise.all((await profiles.all()).map((profile) => profile.getAttribute('href')))
  expect(new Set(addresses).size).toBe(6)
  // Links to profiles, not to the front page of the network.
  for (const address of addresses) expect(address).toMatch(/^https:\/\/[^/]+\/(in\/)?partsline/)
})

test('each of the six offers has a drawing', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  const slides = page.getByRole('list', { name: 'Offers, carousel' }).getByRole('listitem')
  await expect(slides).toHaveCount(6)
  for (const slide of await slides.all()) {
    await expect(slide.getByRole('presentation')).toHaveAttribute('src', /^\/drawings\//)
  }
})

test('a link of All Products and two of the footer lead to their targets; the header is 65 px high', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/')
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(65)

  await page.getByRole('button', { name: 'All Products' }).click()
  const menu = page.getByRole('navigation', { name: 'Catalogue' }).getByRole('list')
  await menu.getByRole('link', { name: 'Suspension Parts' }).click()
  await expect(page).toHaveURL('/parts?category=suspension')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Suspension Parts')

  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL('/parts?category=suspension#contact')
  await expect(footer.getByText('12 Foundry Lane')).toBeInViewport()
  await footer.getByRole('link', { name: 'My Profile' }).click()
  await expect(page).toHaveURL('/login?from=%2Fdashboard')
})

test('on small screens a link of the drawer leads to its page and closes it', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await drawer.getByRole('link', { name: 'Blogs' }).click()
  await expect(page).toHaveURL('/blogs')
  await expect(drawer).toBeHidden()
})

test('the newsletter accepts the same address twice', { tag: '@long' }, async ({ page }) => {
  await page.goto('/blogs')
  const footer = page.getByRole('contentinfo')
  const email = footer.getByLabel('Email')
  await email.fill('invalid@nowhere')
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByText('Provide a valid Email', { exact: true })).toBeVisible()
  for (const attempt of [1, 2]) {
    await email.fill('reader@example.com')
    await footer.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText('Thank you. You are on the list.')).toHaveCount(attempt)
    await expect(email).toHaveValue('')
  }
})

test('Home links to the eight categories; a category can be sorted, and all parts have search and pages', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/')
  const categories = page.getByRole('region', { name: 'Shop by category' })
  await expect(categories.getByRole('link')).toHaveCount(8)
  for (const [id, name] of Object.entries(categoryNames)) {
    await expect(categories.getByRole('link', { name })).toHaveAttribute('href', `/parts?category=${id}`)
  }
  await categories.getByRole('link', { name: categoryNames.fluids }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fluids')
  const cards = page.getByRole('main').getByRole('heading', { level: 3 })
  const sort = page.getByRole('combobox', { name: 'Sort' })
  await sort.selectOption('Price, lowest first')
  await expect(page).toHaveURL('/parts?category=fluids&sort=price')
  // the address may change before the sorted list is rendered
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(cards.first()).toBeVisible()
  const prices = await page.getByText(/^\$[\d,.]+$/).allTextContents()
  const amounts = prices.map((price) => Number(price.replace(/[$,]/g, '')))
  expect(amounts.length).toBeGreaterThan(10)
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))

  await page.getByRole('combobox', { name: 'Category' }).selectOption('All parts')
  await expect(page).toHaveURL('/parts?sort=price')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All parts')
  const first = await cards.first().textContent()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(cards.first()).not.toHaveText(first ?? '')
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(cards.first()).toHaveText(first ?? '')

  await page.getByRole('combobox', { name: 'Search parts' }).fill('en 7696 20')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(cards.first()).toHaveText('Oil filter, spin-on')
  await expect(sort.getByRole('option', { selected: true })).toHaveText('Best match')
  await page.getByRole('combobox', { name: 'Search parts' }).fill('flurbenstein kwyjibo')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
})

test('a part’s page has details, reviews, similar parts and structured data', async ({ page }) => {
  // Other tests do not order this part.
  await page.goto('/parts?q=SU-3301-12')
  await page.getByRole('link', { name: 'Coil spring, rear', exact: true }).click()
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coil spring, rear')
  await expect(main.getByText('$31.80').first()).toBeVisible()
  await expect(main.getByText(/Cold-wound rear spring/).first()).toBeVisible()
  for (const term of ['Minimum order quantity', 'Available quantity', 'Category', 'Brand']) {
    await expect(main.getByText(term, { exact: true }).first()).toBeVisible()
  }
  await expect(main.getByRole('img', { name: /^Coil spring, rear/ })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Reviews' }).getByText('Amélie Roux')).toBeVisible()
  const similar = main.getByRole('region', { name: 'Similar parts' }).getByRole('heading', { level: 3 })
  await expect(similar).not.toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Buy now', exact: true })).toHaveAttribute(
    'href',
    new URL(page.url()).pathname.replace('/parts/', '/purchase/'),
  )
  await page.reload()
  const html = await page.content()
  const { origin, pathname } = new URL(page.url())
  expect(html).toContain(`<link rel="canonical" href="${origin}${pathname}"`)
  expect(html).toContain('<meta property="og:type" content="product"')
  expect(html).toContain('<meta property="product:price:amount" content="31.8"')
  expect(html).toContain('<meta property="product:price:currency" content="USD"')
  const image = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
  expect((await page.request.get(image)).headers()['content-type']).toBe('image/png')
  const json = /<script type="application\/ld\+json">(.+?)<\/script>/s.exec(html)?.[1] ?? ''
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'Product',
    mpn: 'SU-3301-12',
    offers: { price: 31.8, priceCurrency: 'USD' },
    aggregateRating: { reviewCount: 1 },
  })
})

test('the portfolio shows a developer, skills, and four projects with Live and Code', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/portfolio')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ines Ferreira')
  await expect(page.getByRole('region', { name: 'Skills' }).getByRole('listitem')).toHaveCount(6)
  const projects = page.getByRole('region', { name: 'Projects' }).getByRole('listitem')
  await expect(projects).toHaveCount(4)
  for (const project of await projects.all()) {
    await expect(project.getByRole('link')).toHaveText(['Live', 'Code'])
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  for (const path of someOf(['/dashboard', '/dashboard/orders', '/editProfile', '/reset-password'])) {
    test(`${path} shows that it needs JavaScript, and links to the parts`, async ({ page }) => {
      await page.goto(path)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('This page needs JavaScript')
      await expect(main.getByText('Loading')).toBeHidden()
      await main.getByRole('link', { name: 'All parts' }).click()
      await expect(page).toHaveURL('/parts')
    })
  }
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })
    test('the blog has six questions; opening another shows 80 words or more, and the first one closes', {
      tag: '@long',
    }, async ({ page }) => {
      await page.goto('/blogs')
      const items = page.getByRole('main').getByRole('group')
      await expect(items).toHaveCount(6)
      await expect(items.first().getByRole('paragraph').first()).toBeVisible()
      for (const item of (await items.all()).slice(1)) {
        await expect(item.getByRole('paragraph')).toHaveCount(0)
        await item.getByRole('heading').click()
        await expect(item.getByRole('paragraph').first()).toBeVisible()
        const words = (await item.getByRole('paragraph').allTextContents()).join(' ').split(/\s+/)
        expect(words.length).toBeGreaterThanOrEqual(80)
      }
      await expect(items.first().getByRole('paragraph')).toHaveCount(0)
    })
  })
}

test('the search field of the header has room for its words at every width', async ({ page }) => {
  await page.goto('/blogs')
  const search = page.getByRole('navigation', { name: 'Catalog' }).getByRole('combobox')
  for (const width of [320, 360, 640, 641, 700, 720, 760, 761, 1000, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const room = await search.evaluate((input) => {
      const { paddingLeft, paddingRight } = getComputedStyle(input)
      return input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    })
    expect(room, `at ${width} px`).toBeGreaterThanOrEqual(140)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})
