import { useRef, useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { confirm, type Question } from '../ui/dialogs/confirm.tsx'
import { rememberFocus, useFocusRestore } from '../ui/focus.ts'
import { notify } from '../ui/notice.tsx'

export type Act = {
  /** Asked first, in a dialog; an act that is undone by another click asks nothing. */
  question?: Question
  call: () => Promise<unknown>
  /** Told when it is done; absent where the page tells it itself. */
  done?: string
}

/**
 * What a button in a row does: asked first, sent once, told in words. One at a time on a page; `busyId` is the
 * row under way. `perform` never throws: `refused` means that the store said no, or could not be asked.
 * When the row goes, the keyboard goes on where it was.
 */
export function useAct() {
  const [busyId, setBusyId] = useState<string>()
  const running = useRef(false)
  const restoreFocus = useFocusRestore(busyId !== undefined)

  async function perform(id: string, act: Act): Promise<'done' | 'refused' | 'cancelled'> {
    const restore = rememberFocus()
    if (running.current || (act.question && !(await confirm(act.question)))) return 'cancelled'
    running.current = true
    restoreFocus(restore)
    setBusyId(id)
    try {
      await act.call()
      if (act.done) notify({ text: act.done })
      return 'done'
    } catch (error) {
      notify({ text: errorMessage(error).text, tone: 'bad' })
      return 'refused'
    } finally {
      running.current = false
      setBusyId(undefined)
    }
  }
  return { busyId, perform }
}
