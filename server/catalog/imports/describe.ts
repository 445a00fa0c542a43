import type { Import, ImportChange, ImportError } from '#contract/catalog/imports/imports.ts'
import { importPageTexts } from '#contract/catalog/imports/page-texts.ts'
import { faultText, readAsText, reportText, importTexts as texts } from '#contract/catalog/imports/texts.ts'
import { textOf } from '#contract/catalog/part-types/attribute-values.ts'
import { priceInput } from '#contract/platform/money.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'

type Errors = { errors: ImportError[]; hasMore: boolean }
type Changes = { changed: ImportChange[]; fresh: ImportChange[]; currency: string }

const SHOWN_CHARACTERS = 90

export function describeImport(
  result: Import,
  { errors, hasMore, changed, fresh, currency }: Errors & Changes,
): string {
  const { fault, report, ignoredColumns } = result
  const readAs = readAsText(result)
  const lines = [
    `${result.fileName}: ${result.leftOut > 0 ? texts.undoneInPart : texts.console[result.state]}`,
    ...(result.failure ? [texts.endedEarly(errorTexts[result.failure])] : []),
    ...(result.madeAnew ? [texts.madeAnew] : []),
    ...(result.leftOut > 0 ? [texts.leftOut(result.leftOut)] : []),
    ...(fault ? [faultText(fault)] : []),
    ...(readAs === undefined ? [] : [readAs]),
    ...(ignoredColumns.length > 0 ? [texts.ignored(ignoredColumns)] : []),
    ...(report ? [reportText(report)] : []),
    ...(report?.untypedParts ? [texts.untyped(report.untypedParts)] : []),
    ...sample(importPageTexts.changedParts, changed, report?.changedParts ?? 0, (change) =>
      change.fields.map(
        ({ field, before, after }) =>
          `${describePlace(change)}, ${field}: ${formatValue(field, before, currency)} → ${formatValue(field, after, currency)}`,
      ),
    ),
    ...sample(importPageTexts.newParts, fresh, report?.newParts ?? 0, (change) => {
      const filled = change.fields.filter(({ field, after }) => field !== 'productName' && !isEmpty(after))
      const fields = filled.map(({ field, after }) => `${field} ${formatValue(field, after, currency)}`)
      return [`${describePlace(change)}: ${fields.join(', ')}`]
    }),
    ...(errors.length > 0 ? [`${importPageTexts.errors}:`] : []),
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

function sample(
  title: string,
  changes: ImportChange[],
  total: number,
  describe: (change: ImportChange) => string[],
): string[] {
  if (changes.length === 0) return []
  const more = total - changes.length
  return [`${title}:`, ...changes.flatMap(describe), ...(more > 0 ? [texts.moreChanges(more)] : [])]
}

function describePlace({ row, productName }: ImportChange): string {
  return `${texts.rowNumber(row)}, ${toOneLine(productName)}`
}

type Value = ImportChange['fields'][number]['after']

function isEmpty(value: Value): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function formatValue(field: string, value: Value, currency: string): string {
  if (isEmpty(value)) return importPageTexts.empty
  if (typeof value === 'number') return field === 'price' ? priceInput(value, currency) : String(value)
  if (typeof value === 'boolean') return textOf(value, { kind: 'boolean', unit: null, choices: [] })
  const text = Array.isArray(value) ? value.join(' ') : (value ?? '')
  return JSON.stringify(toOneLine(text))
}

function toOneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : line
}
