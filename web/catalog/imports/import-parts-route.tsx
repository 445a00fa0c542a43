import { useEffect, useRef, useState } from 'react'
import { replace, useFetcher, useLocation, useNavigate } from 'react-router'
import { isApiError } from '#contract/api-client.ts'
import type { Import } from '#contract/catalog/imports/imports.ts'
import { importPageTexts as texts } from '#contract/catalog/imports/page-texts.ts'
import { browserApi, ConnectionError } from '../../platform/api/browser-api.ts'
import { requirePermission } from '../../platform/auth/guards.ts'
import { ErrorText } from '../../platform/forms/form-status.tsx'
import { useRowAction } from '../../platform/forms/row-action.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Time } from '../../platform/layout/price.tsx'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { DownloadButton } from '../../platform/ui/download-button.tsx'
import { notify } from '../../platform/ui/notice.tsx'
import { PageHeading } from '../../platform/ui/page-heading.tsx'
import type { Route } from './+types/import-parts-route.ts'
import { ImportFile } from './import-file.tsx'
import {
  discardConfirmation,
  type ImportAction,
  ImportReportPanel,
  isRunning,
  StateTag,
  startStep,
  useMegabytes,
} from './import-report.tsx'
import { type Cursors, ImportChanges, ImportErrors, PastImports } from './import-tables.tsx'

const PATH = '/dashboard/importParts'

export const meta = titleMeta(texts.title, PATH)

type Page = Awaited<ReturnType<typeof readPage>>

/** The page on the screen: it stays there while the store is unavailable (`isStale`). */
let shownPage: Page | undefined

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const read = (name: string) => searchParams.get(name) || undefined
  const readAt = performance.now()
  try {
    await requirePermission(request, 'imports.run')
    const page = await readPage(read('import'), { changes: read('changes'), errors: read('errors') })
    return { page, isStale: false, readAt }
  } catch (error) {
    if (!shownPage || !isTemporary(error)) throw error
    return { page: shownPage, isStale: true, readAt }
  }
}

async function readPage(id: string | undefined, cursors: Cursors) {
  const [{ items: past }, { items: unfinished }] = await Promise.all([
    browserApi.listImports({ query: { limit: 20 } }),
    browserApi.listImports({ query: { limit: 100, unfinished: 'true' } }),
  ])
  if (id === undefined) {
    // without a chosen import the page shows one that is changing the catalogue, if there is one
    const running = unfinished.find(({ state }) => state === 'applying' || state === 'undoing')
    if (running) throw replace(`${PATH}?import=${running._id}`)
    return { past, unfinished, shown: undefined, changes: NO_ROWS, errors: NO_ROWS, cursors }
  }
  const params = { id }
  const shown = await browserApi.getImport({ params })
  // a list is incomplete until the report is there
  const [changes, errors] = shown.report
    ? await Promise.all([
        browserApi.listImportChanges({ params, query: { limit: 10, after: cursors.changes } }),
        browserApi.listImportErrors({ params, query: { limit: 10, after: cursors.errors } }),
      ])
    : [NO_ROWS, NO_ROWS]
  // `past` was read before `shown`, so its row may be older
  const pastNow = past.map((one) => (one._id === id ? shown : one))
  return { past: pastNow, unfinished, shown, changes, errors, cursors }
}

const NO_ROWS = { items: [], next: null }

function isTemporary(error: unknown): boolean {
  return (
    error instanceof ConnectionError || (isApiError(error) && (error.status >= 500 || error.status === 429))
  )
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return startStep(await request.json())
}

export default function ImportPartsRoute({ loaderData }: Route.ComponentProps) {
  const { page, isStale, reload } = useCurrentPage(loaderData)
  const { past, unfinished, shown, changes, errors, cursors } = page
  useEndNotice(shown)
  const navigate = useNavigate()
  const onComplete = async ({ _id }: Import) => navigate(`${PATH}?import=${_id}`)
  const isReceiving = shown?.state === 'receiving' && shown.received < shown.bytes
  const isChecked = shown?.state === 'checked'
  // the file field is below the import that it replaces, and stays there after that import is discarded
  const [replacedId, setReplacedId] = useState<string>()
  const isBelow = isChecked || (shown !== undefined && shown._id === replacedId)
  const waiting = shown ? [] : unfinished.filter(isWaiting)
  const others = shown ? past : past.filter((one) => !isWaiting(one))
  return (
    <>
      <PageHeading title={texts.title}>
        <div className="actions">
          <DownloadButton
            text={texts.export}
            load={() => browserApi.exportProducts()}
            done={texts.exported}
          />
        </div>
      </PageHeading>
      {isStale && <ErrorText>{texts.lost}</ErrorText>}
      {!isBelow && !(shown && isRunning(shown.state)) && (
        <ImportFile
          // one field for each import: its message stays when another admin discards the import
          key={shown?._id ?? 'new'}
          resumed={isReceiving ? shown : undefined}
          onChanged={reload}
          onComplete={onComplete}
        />
      )}
      <WaitingImports waiting={waiting} />
      {shown && <ImportReportPanel shown={shown} />}
      {isBelow && (
        <ImportFile
          key="other"
          replaced={isChecked ? shown : undefined}
          onChanged={() => {
            setReplacedId(shown?._id)
            return reload()
          }}
          onComplete={onComplete}
        />
      )}
      {shown && <ImportErrors shown={shown} list={errors} cursors={cursors} />}
      {shown && <ImportChanges shown={shown} list={changes} cursors={cursors} />}
      {(waiting.length === 0 || others.length > 0) && <PastImports past={others} />}
    </>
  )
}

const POLL_MS = 1000

/** The page as last read; it is read again after `POLL_MS` while a step is unfinished or the store is unavailable. */
function useCurrentPage(loaded: Route.ComponentProps['loaderData']) {
  const address = PATH + useLocation().search
  const { data, state, load } = useFetcher<typeof clientLoader>({ key: address })
  const { page, isStale } = data && data.readAt > loaded.readAt ? data : loaded
  useEffect(() => {
    shownPage = page
    return () => {
      shownPage = undefined
    }
  }, [page])
  const isPolled =
    isStale || (page.shown !== undefined && (page.shown.isWorking || isRunning(page.shown.state)))
  useEffect(() => {
    if (!isPolled || state !== 'idle') return
    const timer = setTimeout(() => load(address), POLL_MS)
    return () => clearTimeout(timer)
  }, [isPolled, state, load, address])
  return { page, isStale, reload: () => load(address) }
}

function useEndNotice(shown: Import | undefined): void {
  const before = useRef(shown)
  useEffect(() => {
    const last = before.current
    before.current = shown
    if (!shown || last?._id !== shown._id) return
    const hasChanged = last.state !== shown.state || last.checkNumber !== shown.checkNumber
    if (hasChanged && isEnd(shown.state))
      notify({ text: texts.ended[shown.state], variant: shown.state === 'refused' ? 'danger' : 'ok' })
  }, [shown])
}

function isEnd(state: Import['state']): state is keyof typeof texts.ended {
  return Object.hasOwn(texts.ended, state)
}

function isWaiting({ state }: Import): boolean {
  return state === 'receiving' || state === 'checking' || state === 'checked'
}

function WaitingImports({ waiting }: { waiting: Import[] }) {
  const { busyId, run } = useRowAction<ImportAction>()
  if (waiting.length === 0) return null
  return (
    <section className="section-part" aria-labelledby="h-waiting">
      <h2 id="h-waiting">{texts.waiting}</h2>
      <ul className="import__waiting">
        {waiting.map((one) => (
          <li key={one._id}>
            <div>
              <b>{`${one.fileName} `}</b>
              <StateTag shown={one} />
              <span className="secondary-text">
                <Time at={one.createdAt} />
                <ImportCounts shown={one} />
              </span>
            </div>
            <div className="actions">
              <LinkButton size="small" to={`?import=${one._id}`} aria-label={texts.goOnOf(one.fileName)}>
                {texts.goOnNow}
              </LinkButton>
              <Button
                size="small"
                disabled={busyId !== undefined || one.isWorking}
                aria-busy={busyId === one._id}
                aria-label={texts.discardOf(one.fileName)}
                onClick={() =>
                  run(
                    { id: one._id, name: 'discard', checkNumber: one.checkNumber },
                    discardConfirmation(one),
                  )
                }
              >
                {texts.discard}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ImportCounts({ shown: { state, received, bytes, report } }: { shown: Import }) {
  const megabytes = useMegabytes()
  if (report) {
    const { newParts, changedParts, badRows } = report
    const faulty = badRows > 0 ? `, ${texts.faulty(badRows)}` : ''
    return <span>{`, ${texts.counts(newParts, changedParts)}${faulty}`}</span>
  }
  if (state !== 'receiving') return null
  return <span>{`, ${texts.arrived(megabytes(received), megabytes(bytes))}`}</span>
}
