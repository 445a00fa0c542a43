// `npm run screenshots [-- --docs] [NAMES…]`: every page in every state, width and theme, into test-results/screenshots.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { identityMethods } from '#contract/users/identity-methods.ts'
import { findBrowser } from './browser.ts'
import { startDemoStore } from './demo-store.ts'
import { actShots } from './screenshot-acts.ts'
import { pageShots, type Shot, type State } from './screenshot-routes.ts'
import { openShop } from './screenshot-shop.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, 'test-results', 'screenshots')
const DOCS = path.join(ROOT, 'docs', 'screens')
const STATES: State[] = ['normal', 'long', 'many', 'empty']
const WIDTHS = [360, 768, 1440]
const THEMES = ['light', 'dark'] as const
const HEIGHT = 900
/** Hundreds of rows look alike further down. */
const MAX_HEIGHT = 4000
const DOCS_BYTES = 120_000
/** The demo's own limits are for people; and every way in is to be seen. */
const SETTINGS = {
  IDENTITY_METHODS: identityMethods.join(','),
  UNPAID_ORDER_LIMIT: '100000',
  ORDERS_PER_HOUR: '100000',
  REVIEWS_PER_DAY: '100000',
}

/** A shot in the shop as it is now. */
type Target = Omit<Shot, 'path'> & { page: Page; path: string }

const options = process.argv.slice(2)
const names = options.filter((option) => !option.startsWith('--'))
const forDocs = options.includes('--docs')
const shots = [...pageShots, ...actShots]
const unknown = names.filter((name) => !shots.some((shot) => shot.name === name))
if (unknown.length > 0) {
  const known = shots.map((shot) => shot.name).join(', ')
  throw new Error(`No picture is named ${unknown.join(', ')}. There are: ${known}`)
}
const wanted = shots.filter(({ name }) => names.length === 0 || names.includes(name))
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
if (forDocs) mkdirSync(DOCS, { recursive: true })

const { executablePath, args, env } = await findBrowser()
const store = await startDemoStore(SETTINGS)
const browser = await chromium.launch({ executablePath, args, env })
try {
  const shop = await openShop(browser, store.origin)
  for (const state of forDocs ? (['normal'] as const) : STATES) {
    const due = wanted.filter(({ states, inDocs }) => states.includes(state) && (inDocs || !forDocs))
    // five hundred rows that no picture shows take too long
    if (due.length === 0) continue
    await shop.prepare(state)
    for (const shot of due) {
      const target = { ...shot, page: shop.pages[shot.as], path: shot.path(shop.ids) }
      if (forDocs) await takeForDocs(target)
      else await take(target, state)
    }
  }
} finally {
  await browser.close()
  await store.stop()
}

async function take(
  { name, page, path: address, act, onPaper, widths = WIDTHS }: Target,
  state: State,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT })
    if (act || width === widths[0]) await open(page, address)
    if (act) {
      await act(page)
      // what an act waits for is its own: a bank's frame is never said to be idle
      await draw(page)
    }
    const length = await page.evaluate(() => document.documentElement.scrollHeight)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) console.warn(`${name} (${state}) at ${width}: wider than its window by ${overflow} px`)
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, media: onPaper ? 'print' : 'screen' })
      const file = path.join(FOLDER, `${name}-${state}-${width}-${theme}.png`)
      const clip = { x: 0, y: 0, width, height: Math.min(length, MAX_HEIGHT) }
      await page.screenshot(act ? { path: file } : { path: file, fullPage: true, clip })
    }
  }
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await settle(page)
}

/** The first screen of a large window alone, in as many colours as its bytes allow. */
async function takeForDocs({ name, page, path: address }: Target): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 1120 })
  await open(page, address)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    const picture = await page.screenshot()
    const file = path.join(DOCS, `${name}-${theme}.png`)
    for (const colours of [256, 128, 64, 32, 16]) {
      const { size } = await sharp(picture).png({ palette: true, colours, effort: 10 }).toFile(file)
      if (size <= DOCS_BYTES) break
      if (colours === 16) throw new Error(`${file} stays above ${DOCS_BYTES} bytes`)
    }
  }
}

/** Everything on the page has come: what it asks for, its fonts, and the pictures further down. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await draw(page)
}

async function draw(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await document.fonts.ready
    await Promise.allSettled([...document.images].map((image) => image.decode()))
    // what was scrolled to is drawn by the frame after next
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })
}
