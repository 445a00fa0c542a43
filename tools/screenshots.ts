// `npm run screenshots [-- --docs] [NAMES…]`: every page in every state, width and theme, into test-results/screenshots.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { findBrowser } from './browser.ts'
import { startDemoStore } from './demo-store.ts'
import { type Shot, type State, shots } from './screenshot-routes.ts'
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
/** The demo's own limits are for people. */
const SETTINGS = { UNPAID_ORDER_LIMIT: '100000', ORDERS_PER_HOUR: '100000', REVIEWS_PER_DAY: '100000' }

const options = process.argv.slice(2)
const names = options.filter((option) => !option.startsWith('--'))
const forDocs = options.includes('--docs')
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
    await shop.prepare(state)
    for (const shot of wanted.filter(
      ({ states, inDocs }) => states.includes(state) && (inDocs || !forDocs),
    )) {
      const page = shop.pages[shot.as]
      await page.goto(shot.path(shop.ids))
      await settle(page)
      if (forDocs) await takeForDocs(page, shot)
      else await take(page, `${shot.name}-${state}`)
    }
  }
} finally {
  await browser.close()
  await store.stop()
}

async function take(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    const length = await page.evaluate(() => document.documentElement.scrollHeight)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) console.warn(`${name} at ${width}: wider than its window by ${overflow} px`)
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      const file = path.join(FOLDER, `${name}-${width}-${theme}.png`)
      const clip = { x: 0, y: 0, width, height: Math.min(length, MAX_HEIGHT) }
      await page.screenshot({ path: file, fullPage: true, clip })
    }
  }
}

/** The first screen alone, in as many colours as its bytes allow. */
async function takeForDocs(page: Page, { name }: Shot): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 1000 })
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
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await document.fonts.ready
    await Promise.allSettled([...document.images].map((image) => image.decode()))
  })
}
