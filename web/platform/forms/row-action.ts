import { useEffect, useRef } from 'react'
import { data, type SubmitTarget, useFetcher } from 'react-router'
import { isApiError } from '#contract/api-client.ts'
import { errorMessage } from '../api/error-message.ts'
import { type Confirmation, confirm } from '../dialogs/confirm.tsx'
import { notify } from '../ui/notice.tsx'
import { rememberFocus } from './remember-focus.ts'

/**
 * Posts actions to the route's `clientAction`, one after the other. `busy` is the running one, until the list is read
 * again. While an action for a row is pending, another for the same row is not posted. `problem` is why the last one failed,
 * if `rowAction` was to say that in the row.
 */
export function useRowAction<Action extends { id: string }>() {
  type Posted = Action & SubmitTarget
  const fetcher = useFetcher<RowProblem | null>()
  /** The running action, and those that wait for it. */
  const pending = useRef<Action[]>([])
  const last = useRef(Promise.resolve())
  const isIdle = fetcher.state === 'idle'
  const restoreFocus = useFocusRestore(!isIdle)

  /** An action given as a function is read after the confirmation: it depends on choices made in the dialog. */
  async function run(action: Posted | (() => Posted), confirmation?: Confirmation): Promise<void> {
    const restore = rememberFocus()
    if (confirmation && !(await confirm(confirmation))) return
    const posted = typeof action === 'function' ? action() : action
    if (pending.current.some(({ id }) => id === posted.id)) return
    pending.current.push(posted)
    restoreFocus(restore)
    last.current = last.current
      .catch(() => {})
      .then(() => fetcher.submit(posted, { method: 'post', encType: 'application/json' }))
      .finally(() => pending.current.shift())
    await last.current
  }
  const busy = isIdle ? undefined : pending.current[0]
  const problem = isIdle && fetcher.data ? fetcher.data : undefined
  return { busy, busyId: busy?.id, run, problem }
}

/** What the row says of a failed action, until the next one. */
export type RowProblem = { id: string; text: string }
type InRow = { id: string; textOf: (error: unknown) => string | undefined }

/**
 * Never throws: an error page would replace the list. After an error response (status 200 here) the list is read again. An
 * error of which `inRow` has a text is said in the row, others in a notice.
 */
export async function rowAction(call: () => Promise<string | undefined>, inRow?: InRow) {
  try {
    const text = await call()
    if (text) notify({ text })
    return null
  } catch (error) {
    const text = inRow?.textOf(error)
    if (inRow && text !== undefined) return { id: inRow.id, text }
    notify({ text: errorMessage(error).text, variant: 'danger' })
    return data(null, { status: isApiError(error) ? 200 : 503 })
  }
}

/** After each render, except while `isBusy`, calls the function set last, until the pointer is pressed. */
export function useFocusRestore(isBusy: boolean): (restore: () => void) => void {
  const remembered = useRef<() => void>(undefined)
  useEffect(() => {
    if (!isBusy) remembered.current?.()
  })
  useEffect(() => {
    const forget = () => {
      remembered.current = undefined
    }
    document.addEventListener('pointerdown', forget)
    return () => document.removeEventListener('pointerdown', forget)
  }, [])
  return (restore) => {
    remembered.current = restore
  }
}
