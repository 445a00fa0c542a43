import { uiTexts } from '#contract/platform/texts/ui.ts'
import type { WantedPart } from '../../catalog/products/add-to-cart.tsx'
import { loadModule } from '../../platform/api/load-module.ts'
import { notify } from '../../platform/ui/notice.tsx'
import { publishCart } from './cart-state.ts'

/*
 * What public pages have of the cart, beside the number in the header: the rest is loaded when it is used.
 */

export const loadMiniCart = () => import('./mini-cart.tsx')
const loadStore = () => import('./cart-store.ts')

/** Puts parts into the cart, and shows it. Does not reject. */
export async function addPartsToCart(wanted: WantedPart[]): Promise<void> {
  try {
    const [store] = await loadModule(() => Promise.all([loadStore(), loadMiniCart()]))
    await store.addToCart(wanted)
  } catch {
    notify({ text: uiTexts.connectionLost, variant: 'danger' })
  }
}

/** Shows the mini cart. False if it could not be loaded. */
export async function openCart(): Promise<boolean> {
  try {
    const [store] = await loadModule(() => Promise.all([loadStore(), loadMiniCart()]))
    publishCart({ opened: { added: undefined } })
    // the mini cart says if that fails
    store.loadCart().catch(() => undefined)
    return true
  } catch {
    return false
  }
}

/** Reads the cart, without a word if that fails: the number in the header stays as it is. */
export async function refreshCart(): Promise<void> {
  await loadStore()
    .then((store) => store.loadCart())
    .catch(() => undefined)
}
