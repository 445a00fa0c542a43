import { MAX_LINES, MAX_UNITS } from '#contract/sales/cart/limits.ts'
import { randomKey } from '../../platform/forms/random-key.ts'

/** A part in the cart of a visitor. The name is for one that is no longer sold. */
export type BrowserLine = { productId: string; quantity: number; name: string; seenPrice: number }

/** With a key of its own for each change: a merge that is sent again is the same one. */
export type BrowserCart = { key: string; lines: BrowserLine[] }

/** The item in local storage. */
export const CART_ITEM = 'cart'
/** Another item: tells other tabs that the account's cart was changed. */
export const CHANGED_ITEM = 'cartChanged'

/** What the storage would not take: it lives as long as the page. */
let unstored: BrowserCart | undefined

/** What is stored, without anything that the store would refuse. */
export function readBrowserCart(): BrowserCart {
  if (unstored) return unstored
  try {
    return parseBrowserCart(localStorage.getItem(CART_ITEM))
  } catch {
    return EMPTY
  }
}

const EMPTY: BrowserCart = { key: '', lines: [] }

/** False if the browser stores nothing: the cart lasts until the page is left. */
export function writeBrowserCart(lines: BrowserLine[]): boolean {
  const cart = { key: randomKey(), lines }
  try {
    localStorage.setItem(CART_ITEM, JSON.stringify(cart))
    unstored = undefined
    return true
  } catch {
    unstored = cart
    return false
  }
}

/** Empties it, unless it was changed after `key`. */
export function removeBrowserCart(key: string): void {
  if (readBrowserCart().key !== key) return
  unstored = undefined
  try {
    localStorage.removeItem(CART_ITEM)
  } catch {
    // there was none
  }
}

/** People and extensions edit what is stored: lines that are none, or no longer allowed, are dropped. */
export function parseBrowserCart(text: string | null): BrowserCart {
  try {
    const { key, lines }: Record<string, unknown> = JSON.parse(text ?? '{}')
    if (!Array.isArray(lines) || typeof key !== 'string' || !/^[\da-f]{32}$/.test(key)) return EMPTY
    const byPart = new Map(lines.flatMap(parseLine).map((line) => [line.productId, line]))
    return { key, lines: [...byPart.values()].slice(-MAX_LINES) }
  } catch {
    return EMPTY
  }
}

function parseLine(line: unknown): BrowserLine[] {
  const { productId, quantity, name, seenPrice }: Record<string, unknown> = Object(line)
  const isPart = typeof productId === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(productId)
  const isCount =
    typeof quantity === 'number' && Number.isInteger(quantity) && quantity > 0 && quantity <= MAX_UNITS
  const isPrice = typeof seenPrice === 'number' && seenPrice >= 0 && Number.isFinite(seenPrice)
  if (!isPart || !isCount || !isPrice || typeof name !== 'string') return []
  return [{ productId, quantity, name: name.slice(0, 200), seenPrice }]
}
