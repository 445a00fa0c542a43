import { type ReactNode, useEffect, useState } from 'react'
import type { Question } from './question-dialog.tsx'

let show: ((dialog: ReactNode) => void) | undefined
let asked = 0

/** Asks in a dialog; true only when the person says yes. Escape, Cancel and the backdrop are no. Browser only. */
export async function confirm(question: Question): Promise<boolean> {
  // the dialog comes when it is needed; where it can not come, the browser asks
  const dialog = await import('./question-dialog.tsx').catch(() => undefined)
  if (!dialog || !show) return window.confirm(question.text)
  asked += 1
  const mine = asked
  const { promise, resolve } = Promise.withResolvers<boolean>()
  show(<dialog.QuestionDialog key={mine} question={question} answer={resolve} />)
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
