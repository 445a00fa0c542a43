import { useRef } from 'react'
import { data, type SubmitTarget, useFetcher } from 'react-router'
import { isApiError } from '#contract/api-client.ts'
import { errorMessage } from '../api/error-message.ts'
import { confirm, type Question } from './dialogs/confirm.tsx'
import { rememberFocus, useFocusRestore } from './focus.ts'
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
