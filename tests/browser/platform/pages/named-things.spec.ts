import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { someOf } from '#tests/support/thoroughness.ts'
import routeTable from '#web/routes.ts'
import { clearSession } from '../../direct-sign-in.ts'
import { nora, test, type Who } from '../../people.ts'
import { orderPart, signInToApi } from '../../store-api.ts'
import { expect, field } from '../../story.ts'
import { expectShown } from './named-shown.ts'
import { givens, type Names, steps } from './named-steps.ts'
import { pictures, routes, screens } from './named-things.ts'

// The actions of the table provoke errors: a declined card, unknown pages, an unavailable store.
test.use({ expectedErrorStatuses: [400, 402, 404, 503] })

type Entry = { path?: string; index?: boolean; children?: Entry[] }

test('the table has all routes of the web app, and no other', () => {
  const addresses = (entries: Entry[], above: string): string[] =>
    entries.flatMap(({ path, index, children }) => {
      const here = path === undefined ? above : `${above}/${path}`
      if (children) return addresses(children, here)
      return index || path !== undefined ? [here || '/'] : []
    })
  expect(addresses(routeTable, '').sort()).toEqual([...Object.keys(routes), ...pictures].sort())
})

const everyone: Who[] = ['signed out', 'customer', 'admin']
for (const who of everyone) {
  test.describe(`the pages of ${who}`, () => {
    test.use({ who })

    test('routes show their page or redirect', async ({ page }) => {
      test.setTimeout(120_000)
      const { id: part = '' } = await givens['a part'](page)
      const buyer = who === 'admin' ? sampleAdmin : nora
      const order = await orderPart(await signInToApi(page.request, buyer), buyer.email, 'BR-2804-22')
      const signsOut = (path: string) => Number(who !== 'signed out' && routes[path]?.[who] === '/login')
      // Pages that sign a user out come last. In `npm test` about one of six addresses is visited, by one of the three
      // roles; the tests of accessibility open every page.
      const share = everyone.length * 6
      const visited = someOf(Object.keys(routes), { offset: 5 + everyone.indexOf(who), share })
      for (const pattern of visited.sort((a, b) => signsOut(a) - signsOut(b))) {
        const id = /^.(parts|purchase)/.test(pattern) ? part : order._id
        const path = pattern.replace(':id', id).replace(':key', 'brake-disc').replace('*', 'no/such/page')
        await test.step(path, () => expectRoute(page, { pattern, path, who }))
      }
    })

    const ofVisitor = screens.filter((screen) => screen.who === who)
    const inShortSuite = someOf(ofVisitor)
    for (const screen of ofVisitor) {
      const { spec, at, given, width, shows, does = [] } = screen
      const variant = inShortSuite.includes(screen) ? [] : ['@long']
      test(`${spec} (${at})`, { tag: variant }, async ({ page }) => {
        if (width) await page.setViewportSize({ width, height: 740 })
        const names: Names = given ? await givens[given](page) : {}
        await page.goto(at.replace(':id', names.id ?? ''), { waitUntil: 'domcontentloaded' })
        for (const expected of shows) await expectShown(page, expected, names)
        for (const [step, ...shown] of does) {
          await test.step(step, async () => {
            await steps[step](page)
            for (const expected of shown) await expectShown(page, expected, names)
          })
        }
      })
    }
  })
}

/** The pages for which the return after a login is tested: all, in `npm test` every fourth. */
const returnPatterns = someOf(
  Object.keys(routes).filter((pattern) => routes[pattern]?.['signed out'] === '/login'),
  { share: 4 },
)

type Visit = { pattern: string; path: string; who: Who }

/** Opens an address; expects its page, or the redirect of the table. A login then returns a visitor to it. */
async function expectRoute(page: Page, { pattern, path, who }: Visit): Promise<void> {
  const row = routes[pattern]
  if (!row) throw new Error(`No row for ${pattern}`)
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  if (row[who] === '/') await expect(page).toHaveURL('/')
  if (!row[who].startsWith('/')) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(textOf(row[who]))
    return expect(page).toHaveURL(path)
  }
  if (row[who] !== '/login') return
  await expect(page).toHaveURL(who === 'signed out' ? `/login?from=${encodeURIComponent(path)}` : '/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  if (who !== 'signed out' || !returnPatterns.includes(pattern)) return
  const { email, password } = row.customer === row.admin ? nora : sampleAdmin
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textOf(row.admin))
  await clearSession(page)
}

function textOf(heading: string): RegExp {
  const escaped = heading.replace(/[.*+?^$()[\]|\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace('{number}', '\\d+')}$`)
}
