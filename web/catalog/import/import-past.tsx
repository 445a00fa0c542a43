import { importPageTexts as texts } from '#contract/messages/import-page.ts'
import type { Import } from '#contract/products/imports.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { pastColumns } from './import-columns.tsx'

/** Those before are folded away: the page is about the next file. */
const OPEN_ROWS = 5

/** The imports that there were, newest first. */
export function PastImports({ past }: { past: Import[] }) {
  const older = past.slice(OPEN_ROWS)
  const table = (caption: string, rows: Import[]) => (
    <Table caption={caption} columns={pastColumns} rows={rows} rowKey={({ _id }) => _id} />
  )
  return (
    <section className="sheet-part import__past" aria-labelledby="h-past">
      <h2 id="h-past">{texts.past}</h2>
      {past.length > 0 ? (
        table(texts.past, past.slice(0, OPEN_ROWS))
      ) : (
        <EmptyState title={texts.none} heading="h3">
          <p>{texts.noneText}</p>
        </EmptyState>
      )}
      {older.length > 0 && (
        <details className="past">
          <summary>{texts.older(older.length)}</summary>
          {table(texts.older(older.length), older)}
        </details>
      )}
    </section>
  )
}
