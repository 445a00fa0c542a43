import { readCount, readMoney, type TypedAmount } from '#contract/platform/amount-input.ts'
import type { MoneyStyle } from '#contract/platform/money.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { formAction, type Submission } from '../../platform/forms/form.ts'

/**
 * The order, and the refunded amount that the page showed: after another refund the store refuses this one. `positions` of the
 * lines that the form has, none for an order of one line.
 */
export type RefundContext = { id: string; refunded: number; style: MoneyStyle; positions: number[] }

type Values = Submission['values']

export const loadRefundSchema = async () =>
  (await import('#contract/sales/payments/payments.ts')).refundBodySchema

export function refundOrder(submission: Submission<RefundContext>) {
  const { id, refunded, style, positions } = submission.context
  const readAmount = (typed: string) => readMoney(typed, style)
  const readUnits = (typed: string) => readCount(typed, style.locale)
  const read: Record<string, (typed: string) => TypedAmount> = { amount: readAmount, pieces: readUnits }
  for (const index of positions.keys()) {
    read[lineField(index, 'amount')] = readAmount
    read[lineField(index, 'units')] = readUnits
  }
  return formAction(submission, {
    schema: loadRefundSchema,
    read,
    toInput: (values) =>
      positions.length === 0
        ? { ...values, refunded }
        : { reason: values.reason, refunded, lines: toLines(values, positions) },
    send: (body) => browserApi.refundOrder({ params: { id }, body }),
  })
}

/** The name of a field, as errors of the API name it. */
export function lineField(index: number, field: 'units' | 'amount' | 'restock'): string {
  return `lines.${index}.${field}`
}

/** All lines of the form, so that errors name them as the form does; none if nothing was chosen. */
function toLines(values: Values, positions: number[]) {
  const lines = positions.map((position, index) => {
    const typed = (field: 'units' | 'amount') => values[lineField(index, field)]?.trim() || '0'
    const amount = typed('amount')
    return {
      position,
      units: typed('units'),
      ...(Number(amount) !== 0 && { amount }),
      restock: lineField(index, 'restock') in values,
    }
  })
  return lines.some(({ units, amount }) => Number(units) !== 0 || amount !== undefined) ? lines : []
}
