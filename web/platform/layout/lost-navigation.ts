import { useEffect } from 'react'
import {
  createContext,
  type DataRouter,
  type DataStrategyResult,
  isRouteErrorResponse,
  RouterContextProvider,
  useLocation,
} from 'react-router'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { ConnectionError } from '../api/browser-api.ts'
import { canReachStore } from '../api/load-module.ts'
import { notify } from '../ui/notice.tsx'
import { loadMissingModules, watchMissingModules } from './route-modules.ts'

declare global {
  interface Window {
    __reactRouterDataRouter?: DataRouter
  }
}

type Results = Record<string, DataStrategyResult>
type Navigation = { request: Request; context: Readonly<RouterContextProvider> }

/** Set for the navigation to the page that is shown, by which another one ends. */
const isReturn = createContext(false)
let isReturning = false
/** The index that React Router gave to the history entry of the page that is shown. */
let shownIndex = 0
/** A navigation was lost since this page was shown: its notice must not be replaced by one about a link that is pointed at. */
let hasLost = false
let lastLoss = 0

/** The `getContext` of the router: it calls this at the start of each navigation. */
export function navigationContext(): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(isReturn, isReturning)
  isReturning = false
  return context
}

/** Notes which history entry is shown, so that a failed Back or Forward can be undone. */
export function useShownEntry(): void {
  const { key } = useLocation()
  useEffect(() => {
    hasLost = false
    if ((history.state?.key ?? 'default') === key) shownIndex = history.state?.idx ?? 0
  }, [key])
}

/**
 * The client middleware of the root. A navigation for which data or modules did not arrive leaves the page that is there,
 * and a notice offers to try again; a page that could not be read again keeps its data. Responses of the store, errors
 * included, are shown as pages.
 */
export async function keepPage(
  { request, context }: Navigation,
  next: () => Promise<Results>,
): Promise<Results> {
  const router = window.__reactRouterDataRouter
  if (!router || request.method !== 'GET') return next()
  if (context.get(isReturn)) return shownResults(router)
  const { pathname, search } = new URL(request.url)
  const results = await Promise.race([next(), missingModules(router, pathname + search)])
  const { initialized, location, loaderData } = router.state
  const lost = Object.entries(results ?? {}).filter(
    ([, { type, result }]) => type === 'error' && isLost(result),
  )
  if (results && (lost.length === 0 || !initialized || request.signal.aborted)) return results
  // there is no page yet: its error page says it
  if (!initialized) throw new ConnectionError(undefined)
  if (results && pathname === location.pathname && search === location.search) {
    const kept = lost.filter(([id]) => id in loaderData)
    if (kept.length > 0) void showLoss(() => void router.revalidate())
    return { ...results, ...Object.fromEntries(kept.map(([id]) => [id, asData(loaderData[id])])) }
  }
  const isEnded = new Promise((resolve) => request.signal.addEventListener('abort', resolve))
  returnToShownEntry()
  hasLost = true
  void showLoss(() => void open(request.url))
  await isEnded
  return {}
}

/** Resolves if a module of the page is missing, otherwise never. */
async function missingModules(router: DataRouter, path: string): Promise<undefined> {
  const ids = (router.match(path) ?? []).map(({ route }) => route.id)
  const state = await loadMissingModules(ids)
  if (state === 'missing') return undefined
  if (state === 'refused') window.location.assign(path)
  return new Promise(() => {})
}

/** No response of the store has arrived: no connection, a failed import, or the response of a proxy before it. */
function isLost(error: unknown): boolean {
  // an ingress without a backend responds with 404
  if (isRouteErrorResponse(error))
    return typeof error.data === 'string' && (error.status === 404 || error.status >= 500)
  // errors with a cause: a ConnectionError, a module of sign-in, data that cannot be decoded
  return (
    error instanceof TypeError || (error instanceof Error && (error.cause !== undefined || isOffline(error)))
  )
}

function isOffline(error: Error): boolean {
  return 'code' in error && error.code === 'auth/network-request-failed'
}

/** React Router cannot end a navigation. Another one, to the entry that is shown and without loading, takes its place. */
function returnToShownEntry(): void {
  isReturning = true
  const delta = (history.state?.idx ?? 0) - shownIndex
  if (delta !== 0) history.go(-delta)
  else dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
}

function shownResults({ state: { loaderData, errors } }: DataRouter): Results {
  const failed = Object.entries(errors ?? {}).map(([id, result]) => [id, { type: 'error', result }] as const)
  const read = Object.entries(loaderData).map(([id, result]) => [id, asData(result)] as const)
  return Object.fromEntries([...read, ...failed])
}

function asData(result: unknown): DataStrategyResult {
  return { type: 'data', result }
}

/** Loads the page anew, with the scripts of the present deployment; only if the store responds, since otherwise the browser would show a page of its own. */
async function open(address: string): Promise<void> {
  if (await canReachStore()) window.location.assign(address)
  else await showLoss(() => void open(address))
}

export async function reloadPage(): Promise<void> {
  if (await canReachStore()) window.location.reload()
  else await showLoss(() => void reloadPage())
}

async function showLoss(retry: () => void): Promise<void> {
  lastLoss += 1
  const loss = lastLoss
  const text = (await canReachStore()) ? uiTexts.pageLost : uiTexts.connectionLost
  if (loss === lastLoss) notify({ text, variant: 'danger', action: { text: uiTexts.retry, run: retry } })
}

async function retryModules(): Promise<void> {
  if ((await loadMissingModules()) === 'missing') await reloadPage()
}

// pointing at a link loads its page; for a navigation `keepPage` says it
watchMissingModules(() => {
  const isNavigating = window.__reactRouterDataRouter?.state.navigation.state !== 'idle'
  if (!isNavigating && !hasLost) void showLoss(() => void retryModules())
})
