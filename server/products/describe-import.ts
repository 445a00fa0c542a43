import type { Import, ImportError } from '#contract/imports.ts'
import { errorTexts } from '#contract/messages/errors.ts'
import { faultText, reportText, importTexts as texts } from '#contract/messages/imports.ts'

type Errors = { errors: ImportError[]; hasMore: boolean }

/** What the console says of an import: how it stands, and what is wrong with its file. */
export function describeImport(result: Import, { errors, hasMore }: Errors): string {
  const { fault, report, ignoredColumns } = result
  const lines = [
    `${result.fileName}: ${texts.console[result.state]}`,
    ...(result.failure ? [texts.endedEarly(errorTexts[result.failure])] : []),
    ...(result.madeAnew ? [texts.madeAnew] : []),
    ...(fault ? [faultText(fault)] : []),
    ...(ignoredColumns.length > 0 ? [texts.ignored(ignoredColumns)] : []),
    ...(report ? [reportText(report)] : []),
    ...errors.map(({ row, column, value, message }) =>
      [texts.rowNumber(row), column, value === null ? null : JSON.stringify(value), message]
        .filter((part) => part !== null)
        .join(', '),
    ),
    ...(hasMore ? [texts.moreErrors] : []),
    ...result.conflicts.map(({ _id, productName }) => texts.changedSince(productName, _id)),
  ]
  return lines.join('\n')
}
