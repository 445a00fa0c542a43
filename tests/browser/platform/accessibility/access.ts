import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Frame, Page } from '@playwright/test'
import type axe from 'axe-core'
import { isLong } from '#tests/support/thoroughness.ts'
import { expect } from '../../story.ts'

/** The minified file, since every checked page parses it again. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const WCAG_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules about colours, which depend on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const colourRules: Rules = { page: { runOnly: COLOUR_RULES }, frame: { runOnly: ['color-contrast'] } }
/** Best practices such as landmarks and headings concern the page, not the frames in it. */
const allRules: Rules = {
  page: { runOnly: [...WCAG_RULES, 'best-practice'] },
  frame: { runOnly: WCAG_RULES },
}
const HEIGHT = 900
const WIDE = 1440
/** The width of a common phone; in `npm test` that at which WCAG requires reflow. */
const NARROW = isLong ? 360 : 320
/** The width at which WCAG requires reflow, and that of a 1,440 px screen at 200 % zoom. */
const ZOOMED = [320, 720]
const FINGER_SIZE = 44
const POINTER_SIZE = 24

/**
 * Expects no violation of axe, nothing that scrolls sideways or overflows its table or card, and targets of
 * sufficient size. The page is loaded once: theme, width and pointer change on it. `npm test` applies all rules in the
 * light theme at the first width and the colour rules in the dark theme at the last; `npm run test:long` applies both
 * at each width and, if `WIDE` is one of them, measures sizes at the `ZOOMED` widths, too.
 */
export async function expectAccessible(page: Page, what: string, widths = [WIDE, NARROW]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT })
    if (isLong || width === widths[0]) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      expect.soft(await findViolations(page, allRules), `${what}, ${width} px, light`).toEqual([])
    }
    if (isLong || width === widths.at(-1)) {
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      expect.soft(await findViolations(page, colourRules), `${what}, ${width} px, dark`).toEqual([])
    }
    if (isLong || width === WIDE)
      expect.soft(await findSizeFaults(page, POINTER_SIZE), `${what}, ${width} px`).toEqual([])
    if (width < WIDE) await expectFingerSize(page, what)
  }
  if (isLong && widths.includes(WIDE)) await expectZoom(page, what)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: widths[0] ?? WIDE, height: HEIGHT })
}

async function expectFingerSize(page: Page, what: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  // Makes `pointer: coarse` match.
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  expect.soft(await findSizeFaults(page, FINGER_SIZE), `${what}, by finger`).toEqual([])
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await session.detach()
}

async function expectZoom(page: Page, what: string): Promise<void> {
  for (const width of ZOOMED) {
    await page.setViewportSize({ width, height: HEIGHT })
    expect.soft(await findSizeFaults(page, POINTER_SIZE), `${what}, ${width} px`).toEqual([])
  }
}

type Rules = Record<'page' | 'frame', Pick<axe.RunOptions, 'runOnly'>>

/** Returns each violated rule with its elements, of the page and of every frame in it. */
async function findViolations(page: Page, rules: Rules): Promise<string[]> {
  const faults = await findFrameViolations(page.mainFrame(), rules.page)
  for (const frame of page.frames().slice(1)) {
    await copyBackground(frame)
    faults.push(...(await findFrameViolations(frame, rules.frame)))
  }
  return faults
}

/** A frame without a background shows the page's background, but axe inside the frame assumes white. */
async function copyBackground(frame: Frame): Promise<void> {
  const frameElement = await frame.frameElement()
  const background = await frameElement.evaluate((element) => {
    let ancestor: Node | null = element
    while (ancestor instanceof Element) {
      const colour = getComputedStyle(ancestor).backgroundColor
      if (colour !== 'rgba(0, 0, 0, 0)') return colour
      ancestor = ancestor.parentNode
    }
    return 'white'
  })
  await frame.evaluate((colour) => {
    document.documentElement.style.background = colour
  }, background)
}

async function findFrameViolations(frame: Frame, rules: Rules['page']): Promise<string[]> {
  if (!(await frame.evaluate<boolean>('"axe" in window'))) await frame.evaluate(AXE)
  const options: axe.RunOptions = {
    ...rules,
    resultTypes: ['violations'],
    iframes: false,
    // Axe would fetch the styles again, which fails in the card's sandboxed frame.
    preload: false,
  }
  const { violations } = await frame.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  )
}

/**
 * Returns elements whose content is wider than they are, and targets smaller than `minSize` pixels. Exempt are inline
 * targets with text beside them, as in WCAG, hidden targets, and those with enough space around them that also reacts.
 */
async function findSizeFaults(page: Page, minSize: number): Promise<string[]> {
  return page.evaluate((minSize) => {
    const found: string[] = []
    for (const container of document.querySelectorAll(
      'main table, main tr, main li, main article, dialog, html',
    )) {
      const { scrollWidth, clientWidth } = container
      const isTooWide = scrollWidth > clientWidth + 1 && clientWidth > 1
      if (isTooWide) found.push(`${describePath(container)}: ${scrollWidth} > ${clientWidth}`)
    }
    for (const target of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
      if (!(target instanceof HTMLElement) || !target.checkVisibility({ visibilityProperty: true })) continue
      const hit = target instanceof HTMLInputElement ? (target.closest('label') ?? target) : target
      const { width, height } = hit.getBoundingClientRect()
      const isHidden = width <= 1 && height <= 1
      const isLarge = width >= minSize - 0.5 && height >= minSize - 0.5
      if (isHidden || isLarge || isInSentence(target) || isHitAround(hit)) continue
      const name = target.getAttribute('aria-label') ?? target.textContent ?? ''
      found.push(`${describePath(target)} "${name.trim()}": ${width.toFixed(1)} × ${height.toFixed(1)}`)
    }
    return [...new Set(found)]

    function describePath(element: Element): string {
      const parent = element.parentElement
      return [parent?.parentElement, parent, element]
        .map((one) => `${one?.tagName.toLowerCase()}.${one?.className}`)
        .join(' > ')
    }

    function isInSentence(target: HTMLElement): boolean {
      if (getComputedStyle(target).display !== 'inline') return false
      const sentence = target.closest('p, li, dd, td, small, div')?.textContent ?? ''
      return sentence.trim().length > (target.textContent ?? '').trim().length
    }

    /** Whether four points of a square of the required size around the target's centre belong to the target. */
    function isHitAround(target: Element): boolean {
      target.scrollIntoView({ block: 'center', inline: 'center' })
      const box = target.getBoundingClientRect()
      const x = box.x + box.width / 2
      const y = box.y + box.height / 2
      const half = minSize / 2 - 1
      const points = [
        [x - half, y],
        [x + half, y],
        [x, y - half],
        [x, y + half],
      ] as const
      return points.every(([left, top]) => {
        const met = document.elementFromPoint(left, top)
        return met !== null && (target.contains(met) || met.closest('label')?.control === target)
      })
    }
  }, minSize)
}
