// `npm run screenshots [-- --docs] [NAMES…]`: each picture in its states, widths and both themes, into
// test-results/screenshots; with `--docs` those of the documents, in one size and both themes, into docs/screens.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { identityMethods } from '#contract/platform/auth/identity-methods.ts'
import { findBrowser } from '../browser.ts'
import { startDemoStore } from './demo-store.ts'
import { actionShots, pageShots, pathOf, type Shot } from './screenshot-shots.ts'
import { openStorePages } from './screenshot-store.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const FOLDER = path.join(ROOT, 'test-results', 'screenshots')
const DOCS = path.join(ROOT, 'docs', 'screens')
const STATES = ['normal', 'long', 'many', 'empty'] as const
const WIDTHS = [360, 768, 1440]
const THEMES = ['light', 'dark'] as const
const HEIGHT = 900
const MAX_HEIGHT = 4000
const MAX_DOCS_BYTES = 120_000
const HIGH_LIMITS = { UNPAID_ORDER_LIMIT: '100000', ORDERS_PER_HOUR: '100000', REVIEWS_PER_DAY: '100000' }

const options = process.argv.slice(2)
const names = options.filter((option) => !option.startsWith('--'))
const forDocs = options.includes('--docs')
const shots = [...pageShots, ...actionShots]
const unknown = names.filter((name) => !shots.some((shot) => shot.name === name))
if (unknown.length > 0) throw new Error(`No picture is named ${unknown.join(', ')}`)
const wanted = shots.filter(
  ({ name, inDocs }) => (names.length === 0 || names.includes(name)) && (inDocs || !forDocs),
)
rmSync(FOLDER, { recursive: true, force: true })
for (const folder of [FOLDER, DOCS]) mkdirSync(folder, { recursive: true })

const { executablePath, args, env } = await findBrowser()
const store = await startDemoStore({ IDENTITY_METHODS: identityMethods.join(','), ...HIGH_LIMITS })
const browser = await chromium.launch({ executablePath, args, env })
try {
  const opened = await openStorePages(browser, store.origin)
  for (const state of STATES) {
    const shotsOfState = wanted.filter(({ states = ['normal'] }) => states.includes(state))
    // skips states without pictures: creating the rows of `many` takes minutes
    if (shotsOfState.length === 0 || (forDocs && state !== 'normal')) continue
    await opened.prepare(state)
    for (const shot of shotsOfState) {
      const page = opened.pages[shot.as]
      const address = pathOf(shot, opened.ids)
      if (forDocs) await saveForDocs(page, shot.name, address)
      else await savePictures(page, { ...shot, name: `${shot.name}-${state}`, path: address })
    }
  }
} finally {
  await browser.close()
  await store.stop()
}

async function savePictures(page: Page, shot: Shot): Promise<void> {
  const { name, path: address, action, onPaper, widths = WIDTHS } = shot
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT })
    await page.emulateMedia({ media: onPaper ? 'print' : 'screen' })
    await page.goto(address, { waitUntil: 'networkidle' })
    await action?.(page)
    // after an action not until the network is idle: a bank's frame never becomes idle
    await waitForImages(page)
    const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) console.warn(`${name} at ${width}: wider than its window by ${overflow} px`)
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      const file = path.join(FOLDER, `${name}-${width}-${theme}.png`)
      const clip = { x: 0, y: 0, width, height: Math.min(pageHeight, MAX_HEIGHT) }
      await page.screenshot(action ? { path: file } : { path: file, fullPage: true, clip })
    }
  }
}

/** What a large window shows first, in as many colours as `MAX_DOCS_BYTES` allows. Throws if 16 are too many. */
async function saveForDocs(page: Page, name: string, address: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 1120 })
  await page.goto(address, { waitUntil: 'networkidle' })
  await waitForImages(page)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    const picture = await page.screenshot()
    const file = path.join(DOCS, `${name}-${theme}.png`)
    for (const colours of [256, 128, 64, 32, 16]) {
      const { size } = await sharp(picture).png({ palette: true, colours, effort: 10 }).toFile(file)
      if (size <= MAX_DOCS_BYTES) break
      if (colours === 16) throw new Error(`${file} has more than ${MAX_DOCS_BYTES} bytes`)
    }
  }
}

async function waitForImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await document.fonts.ready
    await Promise.allSettled([...document.images].map((image) => image.decode()))
    // decoded images are painted within two frames
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })
}
