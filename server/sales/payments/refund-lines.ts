import { AppError, type ErrorCode } from '#contract/platform/errors.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import {
  afterRefund,
  type LineMoney,
  refundAmount,
  refundUnits,
  takeFrom,
} from '#contract/sales/orders/order-money.ts'

/* Pure decisions on which lines a refund is for. Amounts are in minor units; `step` is what a card can be charged. */

export type RefundLine = {
  position: number
  /** Units whose price goes back, and units that return to stock. */
  units: number
  restocked: number
  amountMinor: number
  taxMinor: number
  isAssumed: boolean
}

/** A line with what is refunded of it. `returnable`: units that have not come back to stock, and are not about to. */
export type RefundableLine = LineMoney & { position: number; returnable: number }

/** `amountMinor` undefined: what the units are worth. */
export type RequestedLine = {
  position: number
  units: number
  amountMinor: number | undefined
  restock: boolean
}

/** The lines as staff named them, without those of which nothing is refunded. Throws `invalid_request`, `too_many_pieces`, `refund_too_large`, naming the line. */
export function refundOfLines(
  lines: RefundableLine[],
  requested: RequestedLine[],
  step: number,
): RefundLine[] {
  const named = requested.map(({ position, units, amountMinor, restock }, index) => {
    const line = lines.find((one) => one.position === position)
    const isRepeated = requested.findIndex((one) => one.position === position) < index
    if (!line || isRepeated) throw refundError('invalid_request', `lines.${index}.position`)
    const most = Math.min(line.quantity - line.refundedUnits, restock ? line.returnable : units)
    if (units > most) throw refundError('too_many_pieces', `lines.${index}.units`)
    if (amountMinor !== undefined && amountMinor > line.totalMinor - line.refundedMinor)
      throw refundError('refund_too_large', `lines.${index}.amount`)
    const money = amountMinor === undefined ? refundUnits(line, units, step) : takeFrom(line, amountMinor)
    return { ...money, position, units, restocked: restock ? units : 0, isAssumed: false }
  })
  return named.filter(({ units, amountMinor }) => units > 0 || amountMinor > 0)
}

/** An amount for which staff named no lines; of an order with one line `pieces` return to stock. Throws `lines_required`, `too_many_pieces`. */
export function refundOfAmount(
  lines: RefundableLine[],
  { amountMinor, pieces }: { amountMinor: number; pieces: number },
  step: number,
): RefundLine[] {
  const [first, ...others] = lines
  if (pieces > 0 && others.length > 0) throw refundError('lines_required', 'pieces')
  if (first && pieces > first.returnable) throw refundError('too_many_pieces', 'pieces')
  return spreadAmount(lines, amountMinor, step).map((line) => ({
    ...line,
    units: first ? Math.min(pieces, first.quantity - first.refundedUnits) : 0,
    restocked: pieces,
    isAssumed: others.length > 0,
  }))
}

export type Respread = { id: string; amountMinor: number; lines: RefundLine[] }

/**
 * The lines of refunds that count now and did not before, or with another amount: those that were named, where they still
 * fit, else by what is left of each line. `lines` have what the other refunds take.
 */
export function respreadRefunds(
  lines: RefundableLine[],
  refunds: Respread[],
  step: number,
): { id: string; lines: RefundLine[] }[] {
  let current = lines
  return refunds.map((refund) => {
    const respread = respreadRefund(current, refund, step)
    current = afterRefunds(current, respread)
    return { id: refund.id, lines: respread }
  })
}

function respreadRefund(
  lines: RefundableLine[],
  { amountMinor, lines: named }: Respread,
  step: number,
): RefundLine[] {
  const namedSum = named.reduce((sum, line) => sum + line.amountMinor, 0)
  const find = <Line extends { position: number }>(all: Line[], position: number) =>
    all.find((line) => line.position === position)
  const fits = named.every((one) => {
    const line = find(lines, one.position)
    return line !== undefined && one.amountMinor <= line.totalMinor - line.refundedMinor
  })
  const isAsNamed = namedSum === amountMinor && fits
  const spread = isAsNamed ? [] : spreadAmount(lines, amountMinor, step)
  return lines.flatMap((line): RefundLine[] => {
    const before = find(named, line.position)
    const money = isAsNamed ? before && takeFrom(line, before.amountMinor) : find(spread, line.position)
    if (!before && !money) return []
    return [
      {
        position: line.position,
        units: Math.min(before?.units ?? 0, line.quantity - line.refundedUnits),
        restocked: before?.restocked ?? 0,
        amountMinor: money?.amountMinor ?? 0,
        taxMinor: money?.taxMinor ?? 0,
        isAssumed: isAsNamed ? (before?.isAssumed ?? false) : true,
      },
    ]
  })
}

/** The lines once these refunds count. */
export function afterRefunds(lines: RefundableLine[], refunds: RefundLine[]): RefundableLine[] {
  return lines.map((line) =>
    refunds
      .filter(({ position }) => position === line.position)
      .reduce((current, refund) => afterRefund(current, refund), line),
  )
}

/** Without lines that give nothing. */
function spreadAmount(lines: RefundableLine[], amountMinor: number, step: number) {
  const shares = refundAmount(lines, amountMinor, step)
  return lines.flatMap(({ position }, index) => {
    const share = shares[index]
    return share && share.amountMinor > 0 ? [{ ...share, position }] : []
  })
}

export function refundError(code: ErrorCode, path: string): AppError {
  return new AppError(code, { errors: [{ path, message: errorTexts[code] }] })
}
