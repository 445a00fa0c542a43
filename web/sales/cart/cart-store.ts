import { ApiError, isApiError } from '#contract/api-client.ts'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import type { Cart, CartLine } from '#contract/sales/cart/cart.ts'
import { MAX_LINES, MAX_UNITS } from '#contract/sales/cart/limits.ts'
import { cartTexts as texts } from '#contract/sales/cart/texts.ts'
import type { WantedPart } from '../../catalog/products/add-to-cart.tsx'
import { browserApi } from '../../platform/api/browser-api.ts'
import { loadModule } from '../../platform/api/load-module.ts'
import { readToken } from '../../platform/auth/access-token.ts'
import { connectSession } from '../../platform/auth/session.ts'
import { getSession } from '../../platform/auth/session-state.ts'
import { notify } from '../../platform/ui/notice.tsx'
import {
  type BrowserLine,
  CHANGED_ITEM,
  readBrowserCart,
  removeBrowserCart,
  writeBrowserCart,
} from './browser-cart.ts'
import { getCartState, publishCart } from './cart-state.ts'

/*
 * The cart: of the account that is signed in, or of the browser. Reads and changes run one after another, so that each change
 * names the version that the one before it made.
 */

const TRIES = 3

/** The account's cart as it was read or changed last, unless the outcome of a change is unknown. */
let known: { uid: string; cart: Cart } | undefined
let last: Promise<unknown> = Promise.resolve()
let hasWarned = false

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const run = last.then(work)
  last = run.catch(() => undefined)
  return run
}

/** Reads it and publishes it. What a visitor had put in moves into the account's cart first. */
export function loadCart(): Promise<Cart> {
  return inTurn(async () => {
    try {
      for (;;) {
        const uid = await accountId()
        const cart = uid ? await readAccount(uid) : await quoteBrowser()
        // the session may have ended meanwhile, or begun
        if (uid === (await accountId())) return publish(cart)
      }
    } catch (error) {
      publishCart({ isFailed: true })
      throw error
    }
  })
}

/** Adds units of parts, and opens the mini cart. Does not reject: a failure is said as a notice. */
export function addToCart(wanted: WantedPart[]): Promise<void> {
  return saying(async () => {
    const uid = await accountId()
    if (uid) publish(await addToAccount(uid, wanted))
    else addInBrowser(wanted)
    const [first, ...others] = wanted
    publishCart({ opened: { added: others.length === 0 ? first : 'several' } })
    if (!uid) await showBrowser()
  })
}

/** The quantity of each part that was asked for last: of several presses on a button only the last is sent. */
const asked = new Map<string, number>()

/** Changes how many of a line are wanted; 0 takes it out. Does not reject. */
export function setQuantity({ productId, part }: CartLine, quantity: number): Promise<void> {
  asked.set(productId, quantity)
  return saying(async () => {
    if (asked.get(productId) !== quantity) return
    asked.delete(productId)
    const uid = await accountId()
    if (uid) {
      publish(await changeLine(uid, productId, (held, seen) => (held === seen ? quantity : undefined)))
      return
    }
    store(
      readBrowserCart().lines.flatMap((line) => {
        if (line.productId !== productId) return [line]
        // who changes the quantity has seen the price
        return quantity === 0 ? [] : [{ ...line, quantity, seenPrice: part?.price ?? line.seenPrice }]
      }),
    )
    await showBrowser()
  })
}

/** Takes everything out. Does not reject. */
export function emptyCart(): Promise<void> {
  return saying(async () => {
    const uid = await accountId()
    if (!uid) {
      store([])
      await showBrowser()
      return
    }
    const { version } = await accountCart(uid)
    publish(remember(uid, await browserApi.emptyCart({ query: { version } })))
  })
}

/** After an order: the account has another cart. */
export function forgetCart(): void {
  known = undefined
  publishCart({ cart: undefined })
}

/** After a change in the browser, which is kept even if prices cannot be read: then the page says that, not the old cart. */
function showBrowser(): Promise<unknown> {
  return quoteBrowser().then(publish, () => publishCart({ cart: undefined, isFailed: true }))
}

/** Runs a change in its turn. A failure is said, and the cart is read again: another tab may have changed it. */
function saying(change: () => Promise<void>): Promise<void> {
  return inTurn(async () => {
    try {
      await change()
    } catch (error) {
      known = undefined
      await say(error)
      const uid = await accountId().catch(() => undefined)
      if (uid) await readAccount(uid).then(publish, () => undefined)
    }
  })
}

/** Public pages do not load the texts of errors. */
async function say(error: unknown): Promise<void> {
  const text = await loadModule(() => import('../../platform/api/error-message.ts')).then(
    ({ errorMessage }) => errorMessage(error).text,
    () => uiTexts.connectionLost,
  )
  notify({ text, variant: 'danger' })
}

/** The account of a signed-in visitor who has one at the store; one without an address has none. */
async function accountId(): Promise<string | undefined> {
  const { status, user } = getSession()
  if (status === 'unknown' && !readToken()) return undefined
  const session = status === 'unknown' ? await connectSession() : user
  return session?.email ? session.uid : undefined
}

async function readAccount(uid: string): Promise<Cart> {
  const { key, lines } = readBrowserCart()
  if (lines.length > 0) await mergeBrowser(key, lines)
  return remember(uid, await browserApi.getCart())
}

async function mergeBrowser(key: string, lines: BrowserLine[]): Promise<void> {
  const body = {
    lines: lines.map(({ productId, quantity, seenPrice }) => ({ productId, quantity, seenPrice })),
  }
  const { merged } = await browserApi.mergeCart({ body }, { idempotencyKey: key }).catch((error: unknown) => {
    // somebody edited what is stored: it would be refused each time
    if (isApiError(error) && [400, 422].includes(error.status)) removeBrowserCart(key)
    throw error
  })
  removeBrowserCart(key)
  const sent = new Map(lines.map((line) => [line.productId, line]))
  const said = merged.flatMap(({ productId, name, from, to }) => {
    const line = sent.get(productId)
    if (to === 0) return [texts.noRoom(name ?? line?.name ?? '')]
    return from > 0 && from !== line?.quantity ? [texts.larger(name ?? '', to)] : []
  })
  publishCart({ merged: said })
  for (const text of said.slice(0, 2)) notify({ text, variant: 'info' })
}

function remember(uid: string, cart: Cart): Cart {
  const isChange = known?.uid === uid && known.cart.version !== cart.version
  known = { uid, cart }
  if (isChange) tellOtherTabs(cart)
  return cart
}

function tellOtherTabs({ id, version }: Cart): void {
  try {
    localStorage.setItem(CHANGED_ITEM, `${id} ${version}`)
  } catch {
    // they read it when they are loaded again
  }
}

async function accountCart(uid: string): Promise<Cart> {
  return known?.uid === uid ? known.cart : readAccount(uid)
}

/** Of several parts those that can be added; the others are said. Throws if there is none. */
async function addToAccount(uid: string, wanted: WantedPart[]): Promise<Cart> {
  const refused: string[] = []
  for (const { productId, name, quantity } of wanted) {
    try {
      await changeLine(uid, productId, (held) => held + quantity)
    } catch (error) {
      const isOfPart = isApiError(error) && ['not_found', 'cart_full'].includes(error.code)
      if (!isOfPart || refused.length === wanted.length - 1) throw error
      refused.push(name)
    }
  }
  if (refused.length > 0) notify({ text: texts.notAdded(refused.join(', ')), variant: 'danger' })
  return accountCart(uid)
}

/**
 * Sets the quantity that `change` makes of the one in the cart and the one that this tab knew. Throws `cart_changed` if
 * another tab has changed the line, so that `change` gives none, or changes the cart all the time.
 */
async function changeLine(
  uid: string,
  productId: string,
  change: (held: number, seen: number) => number | undefined,
): Promise<Cart> {
  let seen: number | undefined
  for (let tries = 1; ; tries += 1) {
    const { version, lines } = await accountCart(uid)
    const held = lines.find((line) => line.productId === productId)?.quantity ?? 0
    seen ??= held
    const quantity = change(held, seen)
    if (quantity === undefined) throw new ApiError(409, { code: 'cart_changed' })
    try {
      return remember(uid, await browserApi.setCartLine({ body: { productId, quantity, version } }))
    } catch (error) {
      known = undefined
      const isChanged = isApiError(error) && error.code === 'cart_changed'
      if (!isChanged || tries === TRIES) throw error
    }
  }
}

/** Throws `cart_full`, as the store does. */
function addInBrowser(wanted: WantedPart[]): void {
  const lines = new Map(readBrowserCart().lines.map((line) => [line.productId, line]))
  for (const { productId, name, price, quantity } of wanted) {
    const held = lines.get(productId)?.quantity ?? 0
    const units = Math.min(held + quantity, MAX_UNITS)
    lines.set(productId, { productId, name, seenPrice: price, quantity: units })
  }
  if (lines.size > MAX_LINES) throw new ApiError(409, { code: 'cart_full' })
  store([...lines.values()])
}

function store(lines: BrowserLine[]): void {
  const isStored = writeBrowserCart(lines)
  publishCart({ parts: lines.length })
  if (isStored || hasWarned) return
  hasWarned = true
  notify({ text: texts.notStored, variant: 'info' })
}

async function quoteBrowser(): Promise<Cart> {
  const { lines } = readBrowserCart()
  if (lines.length === 0) return { ...NOTHING, currency: getCartState().cart?.currency ?? '' }
  const wanted = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const quote = await browserApi.quote({ body: { lines: wanted } })
  return {
    id: null,
    version: 0,
    ...quote,
    lines: quote.lines.map((line, index) => ({
      ...line,
      name: line.part?.name ?? lines[index]?.name ?? '',
      seenPrice: lines[index]?.seenPrice ?? 0,
    })),
  }
}

const NOTHING: Cart = { id: null, version: 0, lines: [], units: 0, total: 0, tax: null, currency: '' }

/** The cart of an account whose session has ended meanwhile is shown to nobody. */
function publish(cart: Cart): Cart {
  const isOver = cart.id !== null && getSession().status === 'out'
  if (!isOver) publishCart({ cart, parts: cart.lines.length, isFailed: false })
  return cart
}
