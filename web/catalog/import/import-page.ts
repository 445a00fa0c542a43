import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { isApiError } from '#contract/api-client.ts'
import { importPageTexts as texts } from '#contract/messages/import-page.ts'
import type { Import } from '#contract/products/imports.ts'
import { browserApi, ConnectionError } from '../../api/browser-api.ts'
import { notify } from '../../ui/notice.tsx'
import type { ListPlaces } from './import-lists.tsx'
import { isUnderway } from './import-state.ts'

const PAST_SHOWN = 20
/** Given up after a week, so there are few. */
const UNFINISHED_SHOWN = 100
const ROWS_SHOWN = 10
const nothing = { items: [], next: null }

/** What the address of the page asks for: an import, and where its lists stand. */
type Asked = { id: string | undefined; places: ListPlaces }
export type ImportPage = Awaited<ReturnType<typeof readImportPage>>

/** All that the page shows, as the store has it now. */
export async function readImportPage({ id, places }: Asked) {
  const [{ items: past }, { items: unfinished }] = await Promise.all([
    browserApi.listImports({ query: { limit: PAST_SHOWN } }),
    browserApi.listImports({ query: { limit: UNFINISHED_SHOWN, unfinished: 'true' } }),
  ])
  const shown = await find(unfinished, id)
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
  // what is shown is asked for again, also when it has come to its end
  return { past: pastNow, unfinished, shown, changes, errors, asked: { id: shown?._id, places } }
}

/**
 * The import that is asked for, else one that is switching the catalogue, which concerns everybody. What somebody began
 * and left has a line of its own, and is not in the way of the next file.
 */
async function find(unfinished: Import[], id: string | undefined): Promise<Import | undefined> {
  const wanted = id ?? unfinished.find(({ state }) => state === 'applying' || state === 'undoing')?._id
  return wanted === undefined ? undefined : browserApi.getImport({ params: { id: wanted } })
}

const POLL_MS = 1000

/**
 * The page as it was loaded, and anew each second while a step of its import runs or the store cannot be reached: the
 * last that was read stays meanwhile. Tells the end of a step. `onChanged` is to be called once a step was asked for.
 */
export function useImportPage(loaded: ImportPage) {
  const { revalidate } = useRevalidator()
  const [now, setNow] = useState({ loaded, page: loaded, isLost: false })
  // another address, or the same once more
  if (now.loaded !== loaded) setNow({ loaded, page: loaded, isLost: false })
  const { shown, asked } = now.page
  const latest = useRef(0)
  const readAnew = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    // what was under way for another address is of no use here
    const keep = (read: { page?: ImportPage; isLost: boolean }) =>
      setNow((before) => (before.loaded === loaded ? { ...before, ...read } : before))
    try {
      const page = await readImportPage(asked)
      if (mine === latest.current) keep({ page, isLost: false })
    } catch (error) {
      if (mine !== latest.current) return
      if (!mayPass(error)) return revalidate()
      keep({ isLost: true })
    }
  }, [loaded, asked, revalidate])
  const isMoving = shown !== undefined && (shown.isWorking || isUnderway(shown.state))
  useEffect(() => {
    if (!isMoving && !now.isLost) return
    const timer = setTimeout(() => void readAnew(), POLL_MS)
    return () => clearTimeout(timer)
  }, [now, isMoving, readAnew])
  const awaitEnd = useTellEnd(shown, isMoving)
  const onChanged = () => {
    awaitEnd()
    return readAnew()
  }
  return { ...now.page, isLost: now.isLost, onChanged }
}

/** Tells the end of a step that was seen running. Returns what to call once one was asked for. */
function useTellEnd(shown: Import | undefined, isMoving: boolean): () => void {
  const awaited = useRef<string>(undefined)
  useEffect(() => {
    if (shown && isMoving) awaited.current = shown._id
    if (!shown || isMoving || awaited.current !== shown._id) return
    awaited.current = undefined
    if (isEnd(shown.state))
      notify({ text: texts.ended[shown.state], tone: shown.state === 'refused' ? 'bad' : 'ok' })
  }, [shown, isMoving])
  return () => {
    awaited.current = shown?._id
  }
}

function isEnd(state: Import['state']): state is keyof typeof texts.ended {
  return Object.hasOwn(texts.ended, state)
}

/** The store is away, not of another mind: asked again it may answer. */
function mayPass(error: unknown): boolean {
  return (
    error instanceof ConnectionError || (isApiError(error) && (error.status >= 500 || error.status === 429))
  )
}
