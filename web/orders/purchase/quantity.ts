import { checkQuantity, type QuantityFault } from '#contract/orders/orders.ts'

type Shelf = { minimumOrder: number; availableQuantity: number }

/** What is wrong with a quantity as typed; text that is no number counts as missing. */
export function typedFault(typed: string, shelf: Shelf): QuantityFault | undefined {
  return checkQuantity(readQuantity(typed), shelf)
}

/** The number in a quantity box, or '' where there is none. */
export function readQuantity(typed: string): number | '' {
  const text = typed.trim()
  return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : ''
}

/** One piece more or less, kept within what can be ordered; from no number it starts at the minimum. */
export function stepQuantity(typed: string, step: 1 | -1, shelf: Shelf): number {
  const now = readQuantity(typed)
  if (now === '') return shelf.minimumOrder
  return Math.min(shelf.availableQuantity, Math.max(shelf.minimumOrder, Math.floor(now) + step))
}
