import { useEffect, useRef } from 'react'
import { data, type SubmitTarget, useFetcher } from 'react-router'
import { isApiError } from '#contract/api-client.ts'
import { errorMessage } from '../api/error-message.ts'
import { confirm, type Question } from './dialogs/confirm.tsx'
import { notify } from './notice.tsx'

/**
 * Actions of buttons in the rows of a list: confirmed first where there is a question, then posted to the route's
 * `clientAction`, which answers with `rowAction`. One at a time; `busy` is the running one, until the list has been
 * read again. If its row is gone by then, the focus goes to the row in its place.
 */
export function useRowAction<Action extends { id: string }>() {
  type Posted = Action & SubmitTarget
  const fetcher = useFetcher()
  const running = useRef<Action>(undefined)
  const isIdle = fetcher.state === 'idle'
  const restoreFocus = useFocusRestore(!isIdle)

  /** A function is called after the question, to read choices made in it. */
  async function run(action: Posted | (() => Posted), question?: Question): Promise<void> {
    const restore = rememberFocus()
    if (running.current || (question && !(await confirm(question)))) return
    const posted = typeof action === 'function' ? action() : action
    running.current = posted
    restoreFocus(restore)
    await fetcher.submit(posted, { method: 'post', encType: 'application/json' })
    running.current = undefined
  }
  const busy = isIdle ? undefined : running.current
  return { busy, busyId: busy?.id, run }
}

/**
 * The body of a `clientAction` behind row actions: shows the returned text, or why the call failed, in a toast. Never
 * throws, since an error page would replace the list. If the store answered, the status is 200, so that React Router
 * reads the list again, also after a refusal; without an answer the list stays.
 */
export async function rowAction(call: () => Promise<string | undefined>) {
  try {
    const text = await call()
    if (text) notify({ text })
    return null
  } catch (error) {
    notify({ text: errorMessage(error).text, tone: 'bad' })
    return data(null, { status: isApiError(error) ? 200 : 503 })
  }
}

const FOCUSABLE = 'a[href], button:enabled, select:enabled, input:enabled, summary'

/**
 * For actions that remove the focused control. Returns a function that takes what `rememberFocus` returned, and calls it
 * after each render: not while `isBusy`, when controls are only disabled, and no longer after a press with the pointer.
 */
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

/** Returns a function that moves a lost focus back to the control, else to the row in its place, else to `main`. */
export function rememberFocus(): () => void {
  const control = document.activeElement
  const row = control?.closest('tr, li')
  const list = row?.parentElement
  const at = row && list ? [...list.children].indexOf(row) : -1

  function target(): HTMLElement | null {
    if (control instanceof HTMLElement && control.isConnected && !control.matches(':disabled')) return control
    const next = list?.isConnected ? (list.children[at] ?? list.lastElementChild) : undefined
    return next?.querySelector<HTMLElement>(FOCUSABLE) ?? document.querySelector('main')
  }

  return () => {
    const held = document.activeElement
    if (held === null || held === document.body) target()?.focus()
  }
}
