import type { Page } from '@playwright/test'
import { nora, test } from '../people.ts'
import { expect } from '../story.ts'

// an unknown address and one of no part
test.use({ provokes: [404] })

/** How everything on the page looks: each element with its computed rules, generated content included. */
async function looks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*:not(script)')].flatMap((element) =>
      ['', '::before', '::after'].map((pseudo) => {
        const style = getComputedStyle(element, pseudo)
        const rules = pseudo && style.content === 'none' ? [] : [...style]
        const look = rules.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ')
        return `${element.tagName}.${element.getAttribute('class')}${pseudo} ${look}`
      }),
    ),
  )
}

/** Adds the style sheet that only the pages about one person ask for. */
async function addOwnStyles(page: Page): Promise<void> {
  const login = await (await page.request.get('/login')).text()
  const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(login) ?? []
  await page.addStyleTag({ url: sheet })
}

async function expectNothingMissing(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    // what is folded has no size yet
    for (const folded of document.querySelectorAll('details')) folded.open = true
  })
  // buttons wait for the script
  await expect(page.getByRole('button', { name: 'Subscribe', includeHidden: true })).toBeEnabled()
  const before = await looks(page)
  expect(before.length).toBeGreaterThan(100)
  await addOwnStyles(page)
  const after = await looks(page)
  expect(after.flatMap((look, at) => differences(before[at] ?? '', look))).toEqual([])
}

/** Whose rules differ, and what they were. */
function differences(before: string, after: string): string[] {
  if (before === after) return []
  const rules = new Set(before.split('; '))
  return after
    .split('; ')
    .filter((rule) => !rules.has(rule))
    .map((rule) => `${after.split(' ')[0]} ${rule}`)
}

for (const address of ['/', '/parts', '/parts?q=brkae', '/portfolio', '/blogs', '/no-such-page']) {
  test(`${address} has every rule it needs without the style sheet of the pages about one person`, async ({
    page,
  }) => {
    await page.goto(address)
    await expectNothingMissing(page)
  })
}

test('a part page has every rule it needs, too', async ({ page }) => {
  const [part] = await (await page.request.get('/api/service?limit=1')).json()
  await page.goto(`/parts/${part._id}`)
  await expectNothingMissing(page)
})

test.describe('signed in', () => {
  test.use({ who: 'customer' })

  test('the question before logging out looks the same on every page', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: `Account: ${nora.displayName}` }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNothingMissing(page)
  })
})
