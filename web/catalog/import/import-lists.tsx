import { importPageTexts as texts } from '#contract/messages/import-page.ts'
import type { Import, ImportChange, ImportError } from '#contract/products/imports.ts'
import { browserApi } from '../../api/browser-api.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/forms/form-signs.tsx'
import { notify } from '../../ui/notice.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Table } from '../../ui/table.tsx'
import { useCall } from '../../ui/use-call.ts'
import { changeColumns, errorColumns } from './import-columns.tsx'

type List<T> = { items: T[]; next: string | null }
/** Where the two lists stand: each has its own cursor in the address. */
export type ListPlaces = { changes: string | undefined; errors: string | undefined }

export function ImportErrors({ shown, list, places }: ListProps<ImportError>) {
  const { error, run } = useCall()
  const onSave = () =>
    run(async () => {
      saveFile(await browserApi.getImportErrors({ params: { id: shown._id } }))
      notify({ text: texts.errorsSaved })
    })
  if (list.items.length === 0) return null
  return (
    <section className="sheet-part" aria-labelledby="h-errors">
      <h2 id="h-errors">{texts.errors}</h2>
      <Table
        caption={texts.errors}
        columns={errorColumns}
        rows={list.items}
        rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
      />
      {error && <ErrorText>{error.text}</ErrorText>}
      <div className="acts">
        <Button onClick={() => void onSave()}>{texts.saveErrors}</Button>
        <Steps name="errors" label={texts.errors} shown={shown} next={list.next} places={places} />
      </div>
    </section>
  )
}

export function ImportChanges({ shown, list, places }: ListProps<ImportChange>) {
  if (list.items.length === 0) return null
  const title = texts.changes(shown.state)
  return (
    <section className="sheet-part" aria-labelledby="h-changes">
      <h2 id="h-changes">{title}</h2>
      <Table caption={title} columns={changeColumns} rows={list.items} rowKey={({ row }) => `${row}`} />
      <div className="acts">
        <Steps name="changes" label={title} shown={shown} next={list.next} places={places} />
      </div>
    </section>
  )
}

type ListProps<T> = { shown: Import; list: List<T>; places: ListPlaces }
type StepsProps = {
  name: keyof ListPlaces
  label: string
  shown: Import
  next: string | null
  places: ListPlaces
}

/** Through one list, while the other stays where it is. */
function Steps({ name, label, shown, next, places }: StepsProps) {
  const address = (place: string | undefined) => {
    const moved = { ...places, [name]: place }
    const query = new URLSearchParams({
      import: shown._id,
      ...(moved.changes && { changes: moved.changes }),
      ...(moved.errors && { errors: moved.errors }),
    })
    return `?${query}`
  }
  return (
    <>
      {places[name] && (
        <LinkButton to={address(undefined)} preventScrollReset aria-label={`${label}: ${texts.start}`}>
          {texts.start}
        </LinkButton>
      )}
      {next && (
        <LinkButton to={address(next)} preventScrollReset aria-label={`${label}: ${texts.more}`}>
          {texts.more}
        </LinkButton>
      )}
    </>
  )
}
