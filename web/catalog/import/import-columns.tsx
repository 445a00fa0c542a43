import { importPageTexts as texts } from '#contract/messages/import-page.ts'
import { importTexts } from '#contract/messages/imports.ts'
import type { Import, ImportChange, ImportError } from '#contract/products/imports.ts'
import { Count, Time, usePriceText } from '../../layout/shop/price.tsx'
import { buttonClass, PageLink } from '../../ui/button.tsx'
import { cutText } from '../../ui/cut-text.ts'
import type { Column } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { stateWords } from './import-state.ts'

/** A field's text in a table; the file and the part's page have all of it. */
const SHOWN_CHARACTERS = 90

/** What an import writes. */
export const changeColumns: Column<ImportChange>[] = [
  {
    label: texts.part,
    isRowHead: true,
    cell: ({ row, productName, isNew }) => (
      <>
        {productName}
        <span className="sub">{importTexts.rowNumber(row)}</span>
        {isNew && <Tag tone="ok">{texts.isNew}</Tag>}
      </>
    ),
  },
  { label: texts.change, isText: true, cell: (change) => <Fields change={change} /> },
]

function Fields({ change: { fields, isNew } }: { change: ImportChange }) {
  const shown = fields.filter(({ after }) => !isNew || !isEmpty(after))
  return (
    <ul className="diff">
      {shown.map(({ field, before, after }) => (
        <li key={field}>
          <b>{field}</b>{' '}
          {!isNew && (
            <>
              <span className="vh">{texts.before}</span>{' '}
              <del>
                <Value field={field} value={before} />
              </del>{' '}
              <span className="vh">{texts.after}</span>{' '}
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

type Value = ImportChange['fields'][number]['after']

function isEmpty(value: Value): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function Value({ field, value }: { field: string; value: Value }) {
  const priceText = usePriceText()
  if (isEmpty(value)) return <i>{texts.empty}</i>
  if (typeof value === 'number')
    return <span className="num">{field === 'price' ? priceText(value) : <Count of={value} />}</span>
  return <>{cut(Array.isArray(value) ? value.join(' ') : (value ?? ''))}</>
}

/** What is wrong in a file. */
export const errorColumns: Column<ImportError>[] = [
  { label: texts.row, isRowHead: true, cell: ({ row }) => importTexts.rowNumber(row) },
  {
    label: texts.column,
    cell: ({ column }) => <span className="import__column">{column ?? texts.wholeRow}</span>,
  },
  {
    label: texts.value,
    // without one the whole row is meant, or a column that the file lacks
    cell: ({ value }) => (value === null ? '–' : value === '' ? <i>{texts.empty}</i> : cut(value)),
  },
  { label: texts.message, isText: true, cell: ({ message }) => message },
]

function cut(whole: string): string {
  const { text, isCut } = cutText(whole, SHOWN_CHARACTERS)
  return isCut ? `${text}…` : text
}

export function StateTag({ of }: { of: Import }) {
  const { text, tone } = stateWords(of)
  return <Tag {...(tone && { tone })}>{text}</Tag>
}

/** The imports that there were. */
export const pastColumns: Column<Import>[] = [
  {
    label: texts.file,
    isRowHead: true,
    cell: ({ fileName, createdAt }) => (
      <>
        {fileName}
        <span className="sub">
          <Time at={createdAt} />
        </span>
      </>
    ),
  },
  { label: texts.state, cell: (one) => <StateTag of={one} /> },
  {
    label: texts.newParts,
    isFigure: true,
    cell: ({ report }) => (report ? <Count of={report.newParts} /> : '–'),
  },
  {
    label: texts.changedParts,
    isFigure: true,
    cell: ({ report }) => (report ? <Count of={report.changedParts} /> : '–'),
  },
  {
    label: texts.badRows,
    isFigure: true,
    cell: ({ report }) => (report ? <Count of={report.badRows} /> : '–'),
  },
  {
    label: texts.action,
    isActions: true,
    cell: ({ _id, fileName }) => (
      <PageLink
        className={buttonClass({ size: 'small' })}
        to={`?import=${_id}`}
        aria-label={texts.showOf(fileName)}
      >
        {texts.show}
      </PageLink>
    ),
  },
]
