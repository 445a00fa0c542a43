import type { Cart, CartLine } from '#contract/sales/cart/cart.ts'

/**
 * What happened to a line since it was put in. `few` and `minimum` are settled by taking `units`; with `soldOut` and `gone` it
 * can only wait or be taken out.
 */
export type LineChange =
  | { kind: 'dearer' | 'cheaper'; before: number; now: number }
  | { kind: 'few' | 'minimum'; units: number }
  | { kind: 'soldOut' | 'gone' }

export type ChangeKind = LineChange['kind']

/** In the order in which they are said. */
export const changeKinds: ChangeKind[] = ['dearer', 'cheaper', 'few', 'minimum', 'soldOut', 'gone']

export function changesOf({ part, seenPrice, fault }: CartLine): LineChange[] {
  if (!part) return [{ kind: 'gone' }]
  const { price, minimumOrder, availableQuantity } = part
  if (availableQuantity < minimumOrder) return [{ kind: 'soldOut' }]
  const changes: LineChange[] = []
  if (price !== seenPrice)
    changes.push({ kind: price > seenPrice ? 'dearer' : 'cheaper', before: seenPrice, now: price })
  if (fault === 'insufficient_stock') changes.push({ kind: 'few', units: availableQuantity })
  if (fault === 'below_minimum') changes.push({ kind: 'minimum', units: minimumOrder })
  return changes
}

/** How many lines have changed in each way. */
export function countChanges({ lines }: Pick<Cart, 'lines'>): Map<ChangeKind, number> {
  const kinds = lines.flatMap((line) => changesOf(line).map(({ kind }) => kind))
  return new Map(
    changeKinds.flatMap((kind) => {
      const count = kinds.filter((one) => one === kind).length
      return count > 0 ? [[kind, count] as const] : []
    }),
  )
}

/** Lines that the buyer must change before the cart can be ordered. The others that have a fault stay behind. */
export function openLines({ lines }: Pick<Cart, 'lines'>): number {
  return lines.filter((line) => changesOf(line).some(({ kind }) => kind === 'few' || kind === 'minimum'))
    .length
}

/** The lines that are ordered. */
export function soundLines({ lines }: Pick<Cart, 'lines'>): CartLine[] {
  return lines.filter(({ fault }) => fault === null)
}
