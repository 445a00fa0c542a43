import { useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { Import } from '#contract/imports.ts'
import { importPageTexts as texts } from '#contract/messages/import-page.ts'
import { browserApi } from '../api/browser-api.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { adminsOnly } from '../session/guards.ts'
import { useFailure } from '../session/use-failure.ts'
import { Button } from '../ui/button.tsx'
import { ErrorText } from '../ui/form-signs.tsx'
import { notify } from '../ui/notice.tsx'
import { saveFile } from '../ui/save-file.ts'
import type { Route } from './+types/import-parts-route.ts'
import { ImportFileField } from './import-file-field.tsx'
import { ImportChanges, ImportErrors } from './import-lists.tsx'
import { PastImports } from './import-past.tsx'
import { ImportReport, isUnderway } from './import-report.tsx'
import { isWaiting, WaitingImports } from './import-waiting.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: texts.title, path: PATH })

const PATH = '/dashboard/importParts'
const PAST_SHOWN = 20
/** Given up after a week, so there are few. */
const UNFINISHED_SHOWN = 100
const ROWS_SHOWN = 10
const nothing = { items: [], next: null }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await adminsOnly(request)
  const read = (name: string) => new URL(request.url).searchParams.get(name) || undefined
  const places = { changes: read('changes'), errors: read('errors') }
  const [{ items: past }, { items: unfinished }] = await Promise.all([
    browserApi.listImports({ query: { limit: PAST_SHOWN } }),
    browserApi.listImports({ query: { limit: UNFINISHED_SHOWN, unfinished: 'true' } }),
  ])
  const shown = await find(unfinished, read('import'))
  const params = { id: shown?._id ?? '' }
  // nothing is listed while the lists are being made
  const [changes, errors] = shown?.report
    ? await Promise.all([
        browserApi.listImportChanges({ params, query: { limit: ROWS_SHOWN, after: places.changes } }),
        browserApi.listImportErrors({ params, query: { limit: ROWS_SHOWN, after: places.errors } }),
      ])
    : [nothing, nothing]
  // it may have moved on since
  const pastNow = past.map((one) => (shown && one._id === shown._id ? shown : one))
  return { past: pastNow, unfinished, shown, changes, errors, places }
}

/**
 * The import that is asked for, else one that is switching the catalogue, which concerns everybody. What somebody began
 * and left has a line of its own, and is not in the way of the next file.
 */
async function find(unfinished: Import[], id: string | undefined): Promise<Import | undefined> {
  const wanted = id ?? unfinished.find(({ state }) => state === 'applying' || state === 'undoing')?._id
  return wanted === undefined ? undefined : browserApi.getImport({ params: { id: wanted } })
}

/** Parts come from a CSV file, after a look at what it would change, and go out as one. */
export default function ImportPartsRoute({ loaderData }: Route.ComponentProps) {
  const { past, unfinished, shown, changes, errors, places } = loaderData
  const navigate = useNavigate()
  const onChanged = useFreshState(shown)
  const onSent = async ({ _id }: Import) => {
    await navigate(`${PATH}?import=${_id}`)
  }
  const isReceiving = shown?.state === 'receiving' && shown.received < shown.bytes
  const isChecked = shown?.state === 'checked'
  const waiting = shown ? [] : unfinished.filter(isWaiting)
  const others = shown ? past : past.filter((one) => !isWaiting(one))
  return (
    <>
      <div className="dash__h">
        <h1>{texts.title}</h1>
        <ExportButton />
      </div>
      {!isChecked && !(shown && isUnderway(shown.state)) && (
        <ImportFileField
          key={isReceiving ? shown._id : 'new'}
          begun={isReceiving ? shown : undefined}
          onSent={onSent}
        />
      )}
      <WaitingImports waiting={waiting} onChanged={onChanged} />
      {shown && <ImportReport shown={shown} onChanged={onChanged} />}
      {isChecked && <ImportFileField key="other" replaced={shown} onSent={onSent} />}
      {shown && <ImportErrors shown={shown} list={errors} places={places} />}
      {shown && <ImportChanges shown={shown} list={changes} places={places} />}
      {(waiting.length === 0 || others.length > 0) && <PastImports past={others} />}
    </>
  )
}

const POLL_MS = 1000

/**
 * While a step of the import runs, the page asks how far it is, and tells the end. Returns what to call once a step
 * was asked for.
 */
function useFreshState(shown: Import | undefined): () => Promise<void> {
  const { revalidate, state } = useRevalidator()
  const awaited = useRef<string>(undefined)
  const isMoving = shown !== undefined && (shown.isWorking || isUnderway(shown.state))
  useEffect(() => {
    if (!isMoving || state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), POLL_MS)
    return () => clearTimeout(timer)
  }, [isMoving, state, revalidate])
  useEffect(() => {
    if (shown && isMoving) awaited.current = shown._id
    if (!shown || isMoving || awaited.current !== shown._id) return
    awaited.current = undefined
    if (isEnd(shown.state))
      notify({ text: texts.ended[shown.state], tone: shown.state === 'refused' ? 'bad' : 'ok' })
  }, [shown, isMoving])
  return () => {
    awaited.current = shown?._id
    return revalidate()
  }
}

function isEnd(state: Import['state']): state is keyof typeof texts.ended {
  return Object.hasOwn(texts.ended, state)
}

function ExportButton() {
  const { failure, run } = useFailure()
  const [isBusy, setBusy] = useState(false)
  async function onExport() {
    setBusy(true)
    await run(async () => {
      saveFile(await browserApi.exportProducts())
      notify({ text: texts.exported })
    })
    setBusy(false)
  }
  return (
    <div>
      <div className="acts">
        <Button disabled={isBusy} aria-busy={isBusy} onClick={() => void onExport()}>
          {texts.export}
        </Button>
      </div>
      {failure && <ErrorText>{failure.text}</ErrorText>}
    </div>
  )
}
