import { useState } from 'react'
import { isApiError } from '#contract/api-client.ts'
import { importPageTexts as texts } from '#contract/messages/import-page.ts'
import { importTexts } from '#contract/messages/imports.ts'
import { CHUNK_BYTES } from '#contract/products/import-states.ts'
import { chainDigest, type Import } from '#contract/products/imports.ts'
import { browserApi } from '../../api/browser-api.ts'
import { errorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { FileField } from '../../ui/forms/field.tsx'
import { Progress, useMegabytes } from './import-report.tsx'

type Props = {
  /** An import that waits for the rest of its file. */
  begun?: Import | undefined
  /** An import that the file replaces: it is discarded. */
  replaced?: Import | undefined
  /** After another import was discarded, or this one by another admin. */
  onChanged: () => Promise<unknown>
  onSent: (sent: Import) => Promise<unknown>
}

export function ImportFile(props: Props) {
  const { begun, replaced } = props
  const { send, failure, sent } = useUpload(props)
  const megabytes = useMegabytes()
  const label = replaced ? texts.chooseOther : texts.choose
  const hint = replaced ? texts.chooseOtherHint : texts.chooseHint
  return (
    <FileField
      label={begun ? texts.goOn(begun.fileName) : label}
      hint={begun ? texts.goOnHint(megabytes(begun.received), megabytes(begun.bytes)) : hint}
      error={failure?.text}
      accept=".csv,text/csv"
      inputClass="drop"
      isBusy={sent !== undefined}
      onFile={(file) => send(file)}
      more={
        <>
          {failure?.retry && (
            <Button size="small" className="drop__again" onClick={failure.retry}>
              {texts.goOnNow}
            </Button>
          )}
          {sent && <Progress label={texts.progress.receiving} done={sent.received} total={sent.bytes} />}
        </>
      }
    />
  )
}

function useUpload({ begun, replaced, onChanged, onSent }: Props) {
  const [failure, setFailure] = useState<{ text: string; retry?: () => void }>()
  const [sent, setSent] = useState<Import>()

  async function send(file: File, resumed = begun, toDiscard = replaced ?? null) {
    let known = resumed
    let waiting = toDiscard
    setFailure(undefined)
    try {
      if (file.size === 0) return setFailure({ text: importTexts.fileEmpty })
      if (resumed && !(await isSameFile(file, resumed)))
        return setFailure({ text: texts.otherFile(resumed.fileName) })
      known ??= await browserApi.startImport({ body: { fileName: file.name, bytes: file.size } })
      // only now: if the new import cannot be created, the old one can still be applied
      if (waiting) {
        await discard(waiting)
        waiting = null
        await onChanged()
      }
      const end = await sendChunks(file, known, (now) => {
        known = now
        setSent(now)
      })
      if (end.state !== 'discarded') return await onSent(end)
      setFailure({ text: texts.givenUp(file.name) })
      await onChanged()
    } catch (error) {
      const { text } = errorMessage(error)
      setFailure(isRefusedFile(error) ? { text } : { text, retry: () => void send(file, known, waiting) })
    } finally {
      setSent(undefined)
    }
  }
  return { send, failure, sent }
}

/** The store refuses the file itself: sent again, it would be refused again. */
function isRefusedFile(error: unknown): boolean {
  return isApiError(error) && (error.status === 400 || error.status === 413)
}

async function isSameFile(file: File, { fileName, bytes, received, digest }: Import): Promise<boolean> {
  if (file.name !== fileName || file.size !== bytes) return false
  // without https there is no `crypto.subtle`: name and size must be enough
  if (!window.isSecureContext) return true
  let own = ''
  for (let offset = 0; offset < received; offset += CHUNK_BYTES) {
    const chunk = await file.slice(offset, Math.min(offset + CHUNK_BYTES, received)).arrayBuffer()
    own = await chainDigest(own, new Uint8Array(chunk))
  }
  return own === digest
}

async function discard({ _id: id }: Import): Promise<void> {
  try {
    await browserApi.discardImport({ params: { id } })
  } catch (error) {
    // discarded or applied before
    if (!isApiError(error) || error.code !== 'import_not_ready') throw error
  }
}

/** Another admin may discard or resume the import meanwhile: the state of the result says so. */
async function sendChunks(file: File, begun: Import, onSent: (now: Import) => void): Promise<Import> {
  const params = { id: begun._id }
  let now = begun
  onSent(now)
  while (now.state === 'receiving' && now.received < now.bytes) {
    const offset = now.received
    const rawBody = file.slice(offset, offset + CHUNK_BYTES, 'text/csv')
    now = await orCurrent(params, browserApi.sendPiece({ params, query: { offset } }, { rawBody }))
    onSent(now)
  }
  return now.state === 'receiving' ? orCurrent(params, browserApi.checkImport({ params })) : now
}

/** The result of a call, or the current import if the call came too late: a response was lost, or another admin was first. */
async function orCurrent(params: { id: string }, call: Promise<Import>): Promise<Import> {
  try {
    return await call
  } catch (error) {
    const isLate = isApiError(error) && (error.code === 'import_offset' || error.code === 'import_not_ready')
    if (isLate) return browserApi.getImport({ params })
    throw error
  }
}
