import { useRef } from 'react'
import { data, type SubmitTarget, useFetcher } from 'react-router'
import { isApiError } from '#contract/api-client.ts'
import { errorMessage } from '../api/error-message.ts'
import { confirm, type Question } from './dialogs/confirm.tsx'
import { rememberFocus, useFocusRestore } from './focus.ts'
import { notify } from './notice.tsx'

/**
 * What the buttons in the rows of a list do: asked first where there is a question, then posted to the route's
 * `clientAction`, which answers with `rowAction`. One at a time; `busyId` is the row under way, until the list has
 * been read again. When the row is gone by then, the focus goes to the row in its place.
 */
export function useRowAction<Action extends { id: string }>() {
  type Posted = Action & SubmitTarget
  const fetcher = useFetcher()
  const busyId = useRef<string>(undefined)
  const isIdle = fetcher.state === 'idle'
  const restoreFocus = useFocusRestore(!isIdle)

  /** True once it was done or refused, false where it was cancelled. A function is called after the question. */
  async function run(action: Posted | (() => Posted), question?: Question): Promise<boolean> {
    const restore = rememberFocus()
    if (busyId.current !== undefined || (question && !(await confirm(question)))) return false
    const posted = typeof action === 'function' ? action() : action
    busyId.current = posted.id
    restoreFocus(restore)
    await fetcher.submit(posted, { method: 'post', encType: 'application/json' })
    busyId.current = undefined
    return true
  }
  return { busyId: isIdle ? undefined : busyId.current, run }
}

/**
 * The body of a `clientAction` behind row actions: shows the text of the result, or why it failed, in a toast. Never
 * throws, since an error page would take the list's place. Where the store answered, the status is 200, so that React
 * Router reads the list again: a removal that is not finished has changed the row. Without an answer the list stays.
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
