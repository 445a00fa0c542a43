export type Stock = { isOut: boolean; tone: 'ok' | 'warn' | 'bad'; percent: number }

const FULL_BAR = 300
/** So many minimum orders on the shelf, or fewer, are little. */
const LITTLE = 5

/** How full the shelf looks: fewer pieces than one minimum order are none. The bar is logarithmic. */
export function stockOf({ minimumOrder, available }: { minimumOrder: number; available: number }): Stock {
  if (available < minimumOrder) return { isOut: true, tone: 'bad', percent: 0 }
  const percent = Math.round((100 * Math.log1p(available)) / Math.log1p(FULL_BAR))
  const isLittle = available <= LITTLE * minimumOrder && available < 30
  return { isOut: false, tone: isLittle ? 'warn' : 'ok', percent: Math.min(100, percent) }
}
