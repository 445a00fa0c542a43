import { type Locator, type Page, test } from '@playwright/test'
import { expect, hydrated, POLL_OFTEN } from '../../story.ts'

/** An element that needs more key presses is too late in the tab order. */
const MAX_PRESSES = 150
/** A result of `focusFault`. */
const NO_FOCUS = 'nothing has the focus'

/** Returns the actions of a person without a mouse. After each, an element must have the focus, with a visible ring. */
export function keyboardOf(page: Page) {
  async function check(after: string): Promise<void> {
    // A key may open a dialog, remove a row or load a page.
    const fault = () => page.evaluate(focusFault).catch(() => 'the page has navigated away')
    await expect.poll(fault, { ...POLL_OFTEN, message: `focus after ${after}` }).toBe('')
  }
  const keyboard = {
    async press(key: string): Promise<void> {
      await page.keyboard.press(key)
      if (!key.endsWith('Tab')) return check(key)
      const fault = await page.evaluate(focusFault)
      if (fault === '') return
      // The card's frame moves the focus out of itself by a message, so later.
      const isInFrame = await page.evaluate(() => document.activeElement?.tagName === 'IFRAME')
      if (isInFrame) return check(key)
      expect(fault, `focus after ${key}`).toBe('')
    },
    async type(text: string): Promise<void> {
      await page.keyboard.type(text)
      await check(`"${text}"`)
    },
    /** Presses Tab, or Shift+Tab, until this element has the focus, unless it has it already. */
    async tabTo(wanted: Locator): Promise<void> {
      await test.step(`tab to ${wanted}`, async () => {
        await expect(wanted).toBeVisible()
        if (await wanted.evaluate(hasFocus)) return
        const key = (await wanted.evaluate(precedesFocus)) ? 'Shift+Tab' : 'Tab'
        for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
          await keyboard.press(key)
          if (await wanted.evaluate(hasFocus)) return
        }
        throw new Error(`${MAX_PRESSES} presses of ${key} do not reach ${wanted}`)
      })
    },
    /** Presses Tab from the first tab stop of a page to its last. */
    async tabThrough(path: string): Promise<void> {
      await test.step(`tab through ${path}`, async () => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await keyboard.press('Tab')
        for (let stops = 1; stops < 2 * MAX_PRESSES; stops += 1) {
          await page.keyboard.press('Tab')
          const fault = await page.evaluate(focusFault)
          if (fault === NO_FOCUS) {
            const isOver = await page.evaluate(() => document.activeElement === document.body)
            if (isOver) return expect(stops).toBeGreaterThan(15)
          }
          expect.soft(fault, path).toBe('')
        }
        throw new Error(`${path} has more than ${2 * MAX_PRESSES} tab stops`)
      })
    },
    /** Focuses a field and types into it. */
    async fill(wanted: Locator, text: string): Promise<void> {
      await keyboard.tabTo(wanted)
      await keyboard.type(text)
    },
    /** Focuses a link or button and presses Enter. */
    async enter(wanted: Locator): Promise<void> {
      await keyboard.tabTo(wanted)
      // on a page that a link has loaded no element has the focus
      await hydrated(page)
      await keyboard.press('Enter')
    },
    /** Waits for an element; the focus must not have been lost meanwhile. */
    async waitFor(wanted: Locator): Promise<void> {
      await expect(wanted).toBeVisible()
      await check(`the appearance of ${wanted}`)
    },
    /** Waits for a page, where the focus starts at the content. */
    async waitForPage(heading: string): Promise<void> {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByRole('main')).toBeFocused()
      await check(`navigation to ${heading}`)
    },
  }
  return keyboard
}

function precedesFocus(element: Element): boolean {
  const { activeElement } = element.ownerDocument
  if (!activeElement) return false
  return (activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) > 0
}

function hasFocus(element: Element): boolean {
  return element.ownerDocument.activeElement === element && element.ownerDocument.hasFocus()
}

/** Runs in the page: returns what is wrong with the focus, or an empty text. */
function focusFault(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'nothing has the focus'
  const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40)}`
  const { top, bottom, left, right } = focused.getBoundingClientRect()

  // The ring of a frame, or of a radio button under its star, is drawn around an ancestor.
  const around = focused.matches('iframe, [type="radio"]') ? focused.closest('label, .card-field') : focused
  if (!around) return `no ring around ${name}`
  const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(around)
  const width = Number.parseFloat(outlineWidth)
  const offset = Number.parseFloat(outlineOffset)
  if (outlineStyle === 'none' || width < 2 || /^rgba.*, 0\)$/.test(outlineColor)) return `no ring on ${name}`

  // The content of the page is larger than the screen; its ring shows at both sides.
  if (focused.tagName === 'MAIN') return ''
  const reach = Math.max(0, offset + width)
  // browsers bring the caret of a text area into sight, which is in its first line
  const end = focused.matches('textarea') ? Math.min(bottom, top + 48) : bottom
  if (top < 0 || end > innerHeight) return `${name} is out of sight: ${top} to ${bottom}`
  if (top - reach < 0 || end + reach > innerHeight) return `the ring of ${name} is out of sight`
  for (let clip = around.parentElement; clip && clip !== document.body; clip = clip.parentElement) {
    const box = clip.getBoundingClientRect()
    const { overflowX, overflowY } = getComputedStyle(clip)
    const sides = [
      ...(overflowX === 'visible' ? [] : [left - offset <= box.left, right + offset >= box.right]),
      ...(overflowY === 'visible' ? [] : [top - offset <= box.top, bottom + offset >= box.bottom]),
    ]
    // Three visible sides of a ring are enough: text at the edge of a carousel has no more.
    if (sides.filter(Boolean).length > 1) return `the ring of ${name} is cut by ${clip.className}`
    const isCut = left < box.left - 1 || right > box.right + 1
    if (isCut && overflowX !== 'visible') return `${name} is cut by ${clip.className}`
  }

  const points = [0.5, 0.1, 0.9].flatMap((x) =>
    [0.5, 0.1, 0.9].map((y) =>
      document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y),
    ),
  )
  const covers = points.filter((hit) => hit && !focused.contains(hit) && !hit.contains(focused))
  if (covers.some((cover) => cover?.closest('header'))) return `${name} is under the header`
  return covers.length === points.length ? `${name} is covered` : ''
}
