import type { ImportReport } from '#contract/catalog/imports/import-states.ts'
import type { Import, ImportChange, ImportError } from '#contract/catalog/imports/imports.ts'
import { importPageTexts as texts } from '#contract/catalog/imports/page-texts.ts'
import { importTexts } from '#contract/catalog/imports/texts.ts'
import { typesTexts } from '#contract/catalog/part-types/texts.ts'
import { ATTRIBUTE_PREFIX } from '#contract/catalog/products/part-fields.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { Count, Time, usePriceText } from '../../platform/layout/price.tsx'
import { type Column, Table } from '../../platform/lists/table.tsx'
import { LinkButton } from '../../platform/ui/button.tsx'
import { cutText } from '../../platform/ui/cut-text.ts'
import { DownloadButton } from '../../platform/ui/download-button.tsx'
import { EmptyState } from '../../platform/ui/states.tsx'
import { Tag } from '../../platform/ui/tag.tsx'
import { StateTag } from './import-report.tsx'

type List<T> = { items: T[]; next: string | null }
/** The cursors of the two lists of an import: each has its own in the address. */
export type Cursors = { changes: string | undefined; errors: string | undefined }
type ListProps<T> = { shown: Import; list: List<T>; cursors: Cursors }

export function ImportErrors({ shown, list, cursors }: ListProps<ImportError>) {
  if (list.items.length === 0) return null
  const load = () => browserApi.getImportErrors({ params: { id: shown._id } })
  return (
    <section className="section-part" aria-labelledby="h-errors">
      <h2 id="h-errors">{texts.errors}</h2>
      <Table
        caption={texts.errors}
        columns={errorColumns}
        rows={list.items}
        rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
      />
      <div className="actions">
        <DownloadButton text={texts.saveErrors} load={load} done={texts.errorsSaved} />
        <PageLinks name="errors" label={texts.errors} shown={shown} next={list.next} cursors={cursors} />
      </div>
    </section>
  )
}

export function ImportChanges({ shown, list, cursors }: ListProps<ImportChange>) {
  if (list.items.length === 0) return null
  const title = texts.changes(shown.state)
  return (
    <section className="section-part" aria-labelledby="h-changes">
      <h2 id="h-changes">{title}</h2>
      <Table caption={title} columns={changeColumns} rows={list.items} rowKey={({ row }) => `${row}`} />
      <div className="actions">
        <PageLinks name="changes" label={title} shown={shown} next={list.next} cursors={cursors} />
      </div>
    </section>
  )
}

type PageLinksProps = Pick<ListProps<unknown>, 'shown' | 'cursors'> & {
  name: keyof Cursors
  label: string
  next: string | null
}

function PageLinks({ name, label, shown, next, cursors }: PageLinksProps) {
  const address = (cursor: string | undefined) => {
    const query = new URLSearchParams({ import: shown._id })
    for (const [list, after] of Object.entries({ ...cursors, [name]: cursor })) {
      if (after) query.set(list, after)
    }
    return `?${query}`
  }
  const link = (text: string, cursor: string | undefined) => (
    <LinkButton to={address(cursor)} preventScrollReset aria-label={`${label}: ${text}`}>
      {text}
    </LinkButton>
  )
  return (
    <>
      {cursors[name] && link(texts.start, undefined)}
      {next && link(texts.more, next)}
    </>
  )
}

const changeColumns: Column<ImportChange>[] = [
  {
    label: texts.part,
    isRowHeader: true,
    cell: ({ row, productName, isNew }) => (
      <>
        <span>{productName}</span>
        <span className="secondary-text">{importTexts.rowNumber(row)}</span>
        {isNew && <Tag variant="ok">{texts.isNew}</Tag>}
      </>
    ),
  },
  { label: texts.change, isText: true, cell: (change) => <ChangedFields change={change} /> },
]

function ChangedFields({ change: { fields, isNew } }: { change: ImportChange }) {
  const shown = fields.filter(({ after }) => !isNew || !isEmpty(after))
  return (
    <ul className="diff">
      {shown.map(({ field, before, after }) => (
        <li key={field}>
          <b>{`${field} `}</b>
          {!isNew && (
            <>
              <span className="visually-hidden">{`${texts.before} `}</span>
              <del>
                <Value field={field} value={before} />
              </del>
              <span className="visually-hidden">{` ${texts.after} `}</span>
            </>
          )}
          <ins>
            <Value field={field} value={after} />
          </ins>
        </li>
      ))}
    </ul>
  )
}

type FieldValue = ImportChange['fields'][number]['after']

function isEmpty(value: FieldValue): value is null {
  return value === null || value.toString() === ''
}

function Value({ field, value }: { field: string; value: FieldValue }) {
  const priceText = usePriceText()
  if (isEmpty(value)) return <i>{texts.empty}</i>
  if (field.startsWith(ATTRIBUTE_PREFIX))
    return (
      <span>
        {cut(typeof value === 'boolean' ? (value ? typesTexts.yes : typesTexts.no) : String(value))}
      </span>
    )
  if (typeof value === 'number')
    return <span className="numeric">{field === 'price' ? priceText(value) : <Count value={value} />}</span>
  return <span>{cut(Array.isArray(value) ? value.join(' ') : String(value))}</span>
}

/** An error without a value concerns a whole row, or a column that the file lacks. */
const errorColumns: Column<ImportError>[] = [
  { label: texts.row, isRowHeader: true, cell: ({ row }) => importTexts.rowNumber(row) },
  {
    label: texts.column,
    cell: ({ column }) => <span className="import__column">{column ?? texts.wholeRow}</span>,
  },
  { label: texts.value, cell: ({ value }) => (value === null ? '–' : cut(value) || <i>{texts.empty}</i>) },
  { label: texts.message, isText: true, cell: ({ message }) => message },
]

function cut(whole: string): string {
  const { text, isCut } = cutText(whole, 90)
  return isCut ? `${text}…` : text
}

const countColumn = (name: keyof ImportReport & keyof typeof texts): Column<Import> => ({
  label: texts[name],
  isNumeric: true,
  cell: ({ report }) => (report ? <Count value={report[name]} /> : '–'),
})

const importColumns: Column<Import>[] = [
  {
    label: texts.file,
    isRowHeader: true,
    cell: ({ fileName, createdAt }) => (
      <>
        <span>{fileName}</span>
        <span className="secondary-text">
          <Time at={createdAt} />
        </span>
      </>
    ),
  },
  { label: texts.state, cell: (one) => <StateTag shown={one} /> },
  countColumn('newParts'),
  countColumn('changedParts'),
  countColumn('badRows'),
  {
    label: texts.action,
    isActions: true,
    cell: ({ _id, fileName }) => (
      <LinkButton size="small" to={`?import=${_id}`} aria-label={texts.showOf(fileName)}>
        {texts.show}
      </LinkButton>
    ),
  },
]

const UNFOLDED_ROWS = 5

export function PastImports({ past }: { past: Import[] }) {
  const older = past.slice(UNFOLDED_ROWS)
  const table = (caption: string, rows: Import[]) => (
    <Table caption={caption} columns={importColumns} rows={rows} rowKey={({ _id }) => _id} />
  )
  return (
    <section className="section-part import__past" aria-labelledby="h-past">
      <h2 id="h-past">{texts.past}</h2>
      {past.length > 0 ? (
        table(texts.past, past.slice(0, UNFOLDED_ROWS))
      ) : (
        <EmptyState title={texts.none} heading="h3">
          <p>{texts.noneText}</p>
        </EmptyState>
      )}
      {older.length > 0 && (
        <details className="disclosure">
          <summary>{texts.older(older.length)}</summary>
          {table(texts.older(older.length), older)}
        </details>
      )}
    </section>
  )
}
