import { sql } from 'kysely'
import { importTexts as texts } from '#contract/catalog/imports/texts.ts'
import { currencyDecimals } from '#contract/platform/money.ts'
import type { AmountColumn, ImportLayout, UnsettledAmounts } from '#database/column-values.ts'
import type { Db } from '#database/open.ts'
import type { ImportRow } from '#database/rows.ts'
import { readingsOf, settleAmount } from './cells/amount.ts'
import { amountFields, readAmountText } from './row.ts'

const ROWS_AT_ONCE = 1000

/**
 * Reads the amounts with a separator before exactly three digits by the decimal sign of their column, where the file shows
 * one. Otherwise they are errors of their rows, except prices in a currency with three decimals, which stay as they are.
 */
export async function settleAmounts(trx: Db, { id, layout }: ImportRow, currency: string): Promise<void> {
  let after = 0
  for (;;) {
    const { rows } = await sql<{ row: number; unsettled: UnsettledAmounts }>`
      select row, unsettled from import_rows
      where import_id = ${id} and unsettled is not null and not is_bad and row > ${after}
      order by row limit ${ROWS_AT_ONCE}`.execute(trx)
    const last = rows.at(-1)
    if (!last) return
    after = last.row
    const settled = rows.map(({ row, unsettled }) => ({ row, ...settleRow(unsettled, layout, currency) }))
    await sql`update import_rows set part = import_rows.part || given.part
      from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as given (row integer, part jsonb)
      where import_id = ${id} and import_rows.row = given.row`.execute(trx)
    const errors = settled.flatMap(({ row, faults }) =>
      faults.map((fault, position) => ({ row, position, ...fault })),
    )
    await sql`insert into import_errors (import_id, row, position, column_name, value, message, by_check)
      select ${id}::uuid, row, position, "column", value, message, true
      from jsonb_to_recordset(${JSON.stringify(errors)}::jsonb)
        as given (row integer, position smallint, "column" text, value text, message text)`.execute(trx)
  }
}

function settleRow(unsettled: UnsettledAmounts, layout: ImportLayout | null, currency: string) {
  const part: Partial<Record<AmountColumn, unknown>> = {}
  const faults: { column: string; value: string; message: string }[] = []
  for (const field of amountFields) {
    const cell = unsettled[field.column]
    if (cell === undefined) continue
    const [decimal] = layout?.decimals?.[field.column] ?? []
    const isKnown = decimal !== undefined && layout?.decimalsOfAll?.[field.column]?.length === 1
    if (!isKnown && field.kind === 'price' && currencyDecimals(currency) === 3) continue
    const text = isKnown ? settleAmount(cell, decimal) : undefined
    const result =
      text === undefined
        ? { message: texts.separatorUnclear(...readingsOf(cell)) }
        : readAmountText(field, text, currency)
    if ('message' in result) faults.push({ column: field.name, value: cell, message: result.message })
    else part[field.column] = result.value
  }
  return { part, faults }
}
