import { type ReactNode, useEffect, useState } from 'react'
import { type Question, QuestionDialog } from './question-dialog.tsx'

let show: ((dialog: ReactNode) => void) | undefined
let asked = 0

/** Asks in a dialog; true only when the person says yes. Escape, Cancel and the backdrop are no. Browser only. */
export async function confirm(question: Question): Promise<boolean> {
  if (!show) return false
  asked += 1
  const mine = asked
  const { promise, resolve } = Promise.withResolvers<boolean>()
  show(<QuestionDialog key={mine} question={question} answer={resolve} />)
  const isYes = await promise
  // the next question may stand there already
  if (mine === asked) show?.(undefined)
  return isYes
}

/** The one place where questions appear; stands once in the root. */
export function ConfirmDialog() {
  const [dialog, setDialog] = useState<ReactNode>()
  useEffect(() => {
    show = setDialog
    return () => {
      show = undefined
    }
  }, [])
  return dialog
}
