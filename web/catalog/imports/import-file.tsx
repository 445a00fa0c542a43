import { useState } from 'react'
import { isApiError } from '#contract/api-client.ts'
import {
  CHUNK_BYTES,
  type ImportChoice,
  importDelimiters,
  importEncodings,
} from '#contract/catalog/imports/import-states.ts'
import { chainDigest, type Import } from '#contract/catalog/imports/imports.ts'
import { importPageTexts as texts } from '#contract/catalog/imports/page-texts.ts'
import { importTexts } from '#contract/catalog/imports/texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { errorMessage } from '../../platform/api/error-message.ts'
import { FieldFrame, FileField } from '../../platform/forms/field.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Progress, useMegabytes } from './import-report.tsx'

type Props = {
  /** An import whose upload was interrupted. */
  resumed?: Import | undefined
  /** An import that the file replaces: it is discarded when the new import has been created. */
  replaced?: Import | undefined
  /** After the replaced import was discarded here, or the uploaded one by another admin or in another window. */
  onChanged: () => Promise<unknown>
  onComplete: (uploaded: Import) => Promise<unknown>
}

export function ImportFile(props: Props) {
  const { resumed, replaced } = props
  const [choice, setChoice] = useState<ImportChoice>({})
  const { upload, failure, progress } = useUpload(props, choice)
  const megabytes = useMegabytes()
  const label = replaced ? texts.chooseOther : texts.choose
  const hint = replaced ? texts.chooseOtherHint : texts.chooseHint
  return (
    <>
      <FileField
        label={resumed ? texts.goOn(resumed.fileName) : label}
        hint={resumed ? texts.goOnHint(megabytes(resumed.received), megabytes(resumed.bytes)) : hint}
        error={failure?.text}
        accept=".csv,.txt,text/csv"
        inputClass="drop"
        isBusy={progress !== undefined}
        onFile={(file) => upload(file)}
        status={
          <>
            {failure?.retry && (
              <Button size="small" className="drop__again" onClick={failure.retry}>
                {texts.goOnNow}
              </Button>
            )}
            {progress && (
              <Progress label={texts.progress.receiving} done={progress.received} total={progress.bytes} />
            )}
          </>
        }
      />
      {!resumed && <ChoiceFields choice={choice} onChoice={setChoice} />}
    </>
  )
}

type ChoiceProps = { choice: ImportChoice; onChoice: (choice: ImportChoice) => void }

function ChoiceFields({ choice, onChoice }: ChoiceProps) {
  return (
    <details className="disclosure import__choice">
      <summary>{texts.howToRead}</summary>
      <ChoiceField
        label={texts.encoding}
        value={choice.encoding}
        values={importEncodings}
        names={importTexts.encodings}
        onValue={(encoding) => onChoice({ ...choice, encoding })}
      />
      <ChoiceField
        label={texts.delimiter}
        value={choice.delimiter}
        values={importDelimiters}
        names={importTexts.delimiters}
        onValue={(delimiter) => onChoice({ ...choice, delimiter })}
      />
    </details>
  )
}

type ChoiceFieldProps<T extends string> = {
  label: string
  value: T | undefined
  values: readonly T[]
  names: Record<T, string>
  onValue: (value: T | undefined) => void
}

function ChoiceField<T extends string>({ label, value, values, names, onValue }: ChoiceFieldProps<T>) {
  return (
    <FieldFrame label={label}>
      {(aria) => (
        <select
          {...aria}
          value={value ?? ''}
          onChange={({ target }) => onValue(values.find((one) => one === target.value))}
        >
          <option value="">{texts.asTheFileShows}</option>
          {values.map((one) => (
            <option key={one} value={one}>
              {names[one]}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

function useUpload({ resumed, replaced, onChanged, onComplete }: Props, choice: ImportChoice) {
  const [failure, setFailure] = useState<{ text: string; retry?: () => void }>()
  const [progress, setProgress] = useState<Import>()

  async function upload(file: File, started = resumed, toDiscard = replaced ?? null) {
    let current = started
    let undiscarded = toDiscard
    setFailure(undefined)
    try {
      if (file.size === 0) return setFailure({ text: importTexts.fileEmpty })
      if (started && !(await isSameFile(file, started)))
        return setFailure({ text: texts.otherFile(started.fileName) })
      current ??= await browserApi.startImport({ body: { fileName: file.name, bytes: file.size, ...choice } })
      // only now: if the new import cannot be created, the old one can still be applied
      if (undiscarded) {
        await discard(undiscarded)
        undiscarded = null
        await onChanged()
      }
      const end = await uploadChunks(file, current, (received) => {
        current = received
        setProgress(received)
      })
      if (end.state !== 'discarded') return await onComplete(end)
      setFailure({ text: texts.givenUp(file.name) })
      await onChanged()
    } catch (error) {
      const { text } = errorMessage(error)
      setFailure(
        isInvalidFile(error) ? { text } : { text, retry: () => void upload(file, current, undiscarded) },
      )
    } finally {
      setProgress(undefined)
    }
  }
  return { upload, failure, progress }
}

/** The store rejects the file itself: another upload of it would fail, too. */
function isInvalidFile(error: unknown): boolean {
  return isApiError(error) && (error.status === 400 || error.status === 413)
}

async function isSameFile(file: File, { fileName, bytes, received, digest }: Import): Promise<boolean> {
  if (file.name !== fileName || file.size !== bytes) return false
  // a page on plain http, except on localhost, has no `crypto.subtle`: name and size must be enough
  if (!window.isSecureContext) return true
  let uploaded = ''
  for (let offset = 0; offset < received; offset += CHUNK_BYTES) {
    const chunk = await file.slice(offset, Math.min(offset + CHUNK_BYTES, received)).arrayBuffer()
    uploaded = await chainDigest(uploaded, new Uint8Array(chunk))
  }
  return uploaded === digest
}

async function discard({ _id: id }: Import): Promise<void> {
  try {
    await browserApi.discardImport({ params: { id } })
  } catch (error) {
    // it has been discarded or applied already
    if (!isApiError(error) || error.code !== 'import_not_ready') throw error
  }
}

/** Another admin may discard or resume the import meanwhile: the state of the result says so. */
async function uploadChunks(file: File, started: Import, onProgress: (current: Import) => void) {
  const params = { id: started._id }
  let current = started
  onProgress(current)
  while (current.state === 'receiving' && current.received < current.bytes) {
    const offset = current.received
    const rawBody = file.slice(offset, offset + CHUNK_BYTES, 'text/csv')
    current = await resultOrCurrentImport(
      params,
      browserApi.sendPiece({ params, query: { offset } }, { rawBody }),
    )
    onProgress(current)
  }
  if (current.state !== 'receiving') return current
  return resultOrCurrentImport(params, browserApi.checkImport({ params }))
}

/** The result of a call; the import as it is now if the call came too late: a response was lost or another admin was first. */
async function resultOrCurrentImport(params: { id: string }, call: Promise<Import>): Promise<Import> {
  try {
    return await call
  } catch (error) {
    const isLate = isApiError(error) && (error.code === 'import_offset' || error.code === 'import_not_ready')
    if (isLate) return browserApi.getImport({ params })
    throw error
  }
}
