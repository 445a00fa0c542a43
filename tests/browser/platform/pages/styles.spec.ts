import type { Page } from '@playwright/test'
import { someOf } from '#tests/support/thoroughness.ts'
import { nora, test } from '../../people.ts'
import { expect, hydrated } from '../../story.ts'

// `/no-such-page`.
test.use({ expectedErrorStatuses: [404] })

/**
 * Records computed styles, also of `::before` and `::after`. Of elements with the same path of tags and classes, only the
 * first and the last are recorded. Returns the number of recorded styles.
 */
async function recordStyles(page: Page): Promise<number> {
  return page.evaluate(() => {
    const pathTo = (element: Element | null): string =>
      element ? `${pathTo(element.parentElement)} ${element.tagName}.${element.getAttribute('class')}` : ''
    const all = [...document.body.querySelectorAll('*:not(script)')]
    const groups = Map.groupBy(all, pathTo)
    const elements = [...groups.values()].flatMap((group) => [...new Set([group[0], group.at(-1)])])
    const names = [...getComputedStyle(document.body)]
    const readStyles = () =>
      elements.flatMap((element) =>
        ['', '::before', '::after'].map((pseudo) => {
          if (!element) return []
          const style = getComputedStyle(element, pseudo)
          if (pseudo && style.content === 'none') return []
          return names.map((name) => style.getPropertyValue(name))
        }),
      )
    const differences = () =>
      readStyles().flatMap((styles, at) =>
        styles.flatMap((value, index) => {
          const before = recorded[at]?.[index]
          const element = elements[Math.floor(at / 3)]
          return value === before
            ? []
            : [`${pathTo(element ?? null)} ${names[index]}: ${before}, then ${value}`]
        }),
      )
    const recorded = readStyles()
    Object.assign(globalThis, { differences })
    return recorded.filter((styles) => styles.length > 0).length
  })
}

/** Adds the style sheet of sign-in and the pages behind it, which the login page links. */
async function addSignedInStyles(page: Page): Promise<void> {
  const login = await (await page.request.get('/login')).text()
  const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(login) ?? []
  await page.addStyleTag({ url: sheet })
}

async function expectNoChange(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    // Closed details have no size yet.
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  // until then buttons are disabled
  await hydrated(page)
  expect(await recordStyles(page)).toBeGreaterThan(50)
  await addSignedInStyles(page)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'differences')())).toEqual([])
}

for (const address of someOf(['/parts', '/', '/parts?q=brkae', '/portfolio', '/blogs', '/no-such-page'])) {
  test(`the style sheet of the pages behind sign-in changes nothing on ${address}`, async ({ page }) => {
    await page.goto(address)
    await expectNoChange(page)
  })
}

test('the style sheet of the pages behind sign-in changes nothing on a part page', { tag: '@long' }, async ({
  page,
}) => {
  const [part] = await (await page.request.get('/api/service?limit=1')).json()
  await page.goto(`/parts/${part._id}`)
  await expectNoChange(page)
})

test.describe('signed in', () => {
  test.use({ who: 'customer' })

  test('the style sheet of the pages behind sign-in changes nothing on the logout dialog', {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: `Account: ${nora.displayName}` }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoChange(page)
  })
})

test('with forced colours the stars, current links, current slide and focus ring are visible', {
  tag: '@long',
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/parts?category=wheels')
  const colours = () =>
    page.evaluate(() => {
      const style = (selector: string) => {
        const element = document.querySelector(selector)
        return element && getComputedStyle(element)
      }
      const pseudo = (selector: string) => {
        const element = document.querySelector(selector)
        return element && getComputedStyle(element, '::before').backgroundColor
      }
      const system = (name: string) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.cssText = `forced-color-adjust: none; color: ${name}`
        const { color } = getComputedStyle(probe)
        probe.remove()
        return color
      }
      return {
        current: style('.layout-switch a[aria-current]')?.backgroundColor,
        highlight: system('Highlight'),
        star: style('.stars .star--filled')?.fill,
        slide: pseudo('.carousel__pages button[aria-current]'),
        otherSlide: pseudo('.carousel__pages button:not([aria-current])'),
        otherLink: style('.header nav a:not([aria-current])')?.borderBottomColor,
        ring: style(':focus-visible')?.outline,
        background: system('Canvas'),
        text: system('CanvasText'),
      }
    })
  const onList = await colours()
  expect(onList.current).toBe(onList.highlight)
  expect(onList.otherLink).toBe(onList.background)
  await page.goto('/')
  const onHome = await colours()
  expect(onHome.star).toBe(onHome.text)
  expect(onHome.slide).toBe(onHome.highlight)
  expect(onHome.otherSlide).not.toBe(onHome.slide)
  await page.keyboard.press('Tab')
  expect((await colours()).ring).toMatch(/ solid [2-9]px$/)
})
