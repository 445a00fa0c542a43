import type { Quote, WantedLine } from '#contract/sales/cart/cart.ts'
import type { OrderLine } from '#contract/sales/orders/lines.ts'
import type { WantedPart } from '../../../catalog/products/add-to-cart.tsx'
import { browserApi } from '../../../platform/api/browser-api.ts'

/** More of a part cannot be asked for at once. */
const MOST_UNITS = 1_000_000

type Quoted = Pick<Quote, 'lines'>

/** What the parts of an order cost now, and which of them are sold; each part once. */
export function quoteParts(lines: OrderLine[]): Promise<Quoted> {
  const wanted = wantedOf(lines)
  if (wanted.length === 0) return Promise.resolve({ lines: [] })
  return browserApi.quote({ body: { lines: wanted } })
}

/** The units of each part that an order had. */
export function wantedOf(lines: OrderLine[]): WantedLine[] {
  const units = new Map<string, number>()
  for (const { productId, quantity } of lines) {
    if (productId === null) continue
    units.set(productId, Math.min((units.get(productId) ?? 0) + quantity, MOST_UNITS))
  }
  return [...units].map(([productId, quantity]) => ({ productId, quantity }))
}

/** What goes into the cart, and the names of parts of which nothing does, or fewer or more than there were. */
export type Again = { wanted: WantedPart[]; missing: string[]; fewer: string[]; more: string[] }

/** As many of each part as the order had, or as can be ordered now. */
export function partsAgain(lines: OrderLine[], quoted: Quoted): Again {
  const again: Again = { wanted: [], missing: [], fewer: [], more: [] }
  for (const { name, productId } of lines) if (productId === null) again.missing.push(name)
  for (const { productId, quantity: had } of wantedOf(lines)) {
    const name = lines.find((line) => line.productId === productId)?.name ?? ''
    const part = quoted.lines.find((line) => line.productId === productId)?.part
    if (!part || part.availableQuantity < part.minimumOrder) {
      again.missing.push(part?.name ?? name)
      continue
    }
    const quantity = Math.max(part.minimumOrder, Math.min(had, part.availableQuantity))
    if (quantity < had) again.fewer.push(part.name)
    if (quantity > had) again.more.push(part.name)
    again.wanted.push({ productId, name: part.name, price: part.price, quantity })
  }
  return again
}
