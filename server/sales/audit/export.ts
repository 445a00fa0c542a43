import type { AuditEntry } from '#contract/sales/audit/audit.ts'
import { actorText, changeTexts, subjectText, whatText } from '#contract/sales/audit/describe.ts'
import { auditTexts as texts } from '#contract/sales/audit/texts.ts'
import type { Db } from '#database/open.ts'
import { toCell, toCsv } from '../../catalog/imports/cell-text.ts'
import { currentCatalogue } from '../../catalog/part-types/catalogue.ts'
import { type EntryRequest, listEntries } from './entries.ts'

const ROWS_AT_ONCE = 1000
/** Excel recognises UTF-8 by the byte order mark only. */
const BYTE_ORDER_MARK = '\ufeff'
const HEAD = [
  texts.when,
  texts.person,
  texts.email,
  texts.what,
  texts.on,
  texts.id,
  texts.before,
  texts.after,
]

type ExportRequest = Omit<EntryRequest, 'limit' | 'after'> & { locale: string }

/** CSV of all changes of a list, newest first. Each page is a query of its own: no transaction stays open for a slow client. */
export async function* exportEntries(db: Db, { locale, ...request }: ExportRequest): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsv([HEAD])
  const { categories } = await currentCatalogue(db)
  let after: string | undefined
  do {
    const { items, next } = await listEntries(db, { ...request, limit: ROWS_AT_ONCE, after })
    if (items.length > 0) yield toCsv(items.map((entry) => toLine(entry, { locale, categories })))
    after = next ?? undefined
  } while (after !== undefined)
}

function toLine(entry: AuditEntry, style: Parameters<typeof changeTexts>[1]): string[] {
  const { before, after } = changeTexts(entry, style)
  const cells = [
    entry.at,
    actorText(entry),
    entry.by?.email,
    whatText(entry),
    subjectText(entry),
    entry.entityId,
    before,
    after,
  ]
  return cells.map((cell) => toCell(cell ?? ''))
}
