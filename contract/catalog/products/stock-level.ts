/** `out`: less than the minimum order. `few`: so little that it may soon be gone. */
export const stockLevels = ['in', 'few', 'out'] as const
export type StockLevel = (typeof stockLevels)[number]

/** A stock of at most this many minimum orders is low, unless it has `ENOUGH_UNITS`. */
const LOW_ORDERS = 5
const ENOUGH_UNITS = 30

export function stockLevel({
  minimumOrder,
  available,
}: {
  minimumOrder: number
  available: number
}): StockLevel {
  if (available < minimumOrder) return 'out'
  return available <= LOW_ORDERS * minimumOrder && available < ENOUGH_UNITS ? 'few' : 'in'
}
