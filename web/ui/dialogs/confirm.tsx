import { type ReactNode, useEffect, useRef, useState } from 'react'
import { uiTexts } from '#contract/messages/ui.ts'
import { Button } from '../button.tsx'

export type Question = {
  text: string
  title?: string
  subject?: ReactNode
  warning?: string | undefined
  yes?: string
  isDestructive?: boolean
}

let show: ((dialog: ReactNode) => void) | undefined
let lastKey = 0

/** Asks in a dialog. True if it is confirmed; false for Cancel and Escape. Browser only. */
export async function confirm(question: Question): Promise<boolean> {
  if (!show) return false
  lastKey += 1
  const key = lastKey
  const { promise, resolve } = Promise.withResolvers<boolean>()
  show(<QuestionDialog key={key} question={question} answer={resolve} />)
  const isYes = await promise
  // another question may have replaced it
  if (key === lastKey) show?.(undefined)
  return isYes
}

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

type QuestionProps = { question: Question; answer: (isYes: boolean) => void }

function QuestionDialog({ question, answer }: QuestionProps) {
  const { title = uiTexts.areYouSure, text, warning, subject, yes = uiTexts.yes, isDestructive } = question
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // also if the subject has a field, which the browser would focus
    cancel.current?.focus()
    // answered with no when another question replaces it; strict mode runs the effect twice and keeps the dialog
    return () => queueMicrotask(() => shown?.isConnected || answer(false))
  }, [answer])
  return (
    <dialog
      ref={dialog}
      onClose={({ currentTarget }) => answer(currentTarget.returnValue === 'yes')}
      aria-labelledby="confirm-title"
      aria-describedby={warning ? 'confirm-text confirm-warning' : 'confirm-text'}
    >
      <form method="dialog" className="in">
        <h2 id="confirm-title">{title}</h2>
        <p id="confirm-text">{text}</p>
        {warning && (
          <p className="err" id="confirm-warning">
            {warning}
          </p>
        )}
        {subject && <div className="concerned">{subject}</div>}
        <div className="actions">
          <Button type="submit" value="no" ref={cancel}>
            {uiTexts.cancel}
          </Button>
          <Button type="submit" value="yes" variant={isDestructive ? 'danger' : 'primary'}>
            {yes}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
