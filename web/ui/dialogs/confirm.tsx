import { type ReactNode, useEffect, useRef, useState } from 'react'
import { uiTexts } from '#contract/messages/ui.ts'
import { Button } from '../button.tsx'

export type Question = {
  /** What is asked, below the heading. */
  text: string
  title?: string
  /** The thing concerned, shown between rules. */
  subject?: ReactNode
  /** What speaks against a yes. */
  warning?: string | undefined
  /** Words of the act; "Yes" unless told. */
  yes?: string
  /** The act destroys something: its button is red instead of the signal. */
  isDestructive?: boolean
}

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

type Asked = { question: Question; answer: (isYes: boolean) => void }

/** A question in a dialog of its own, answered once: also by no, when another one takes its place. */
function QuestionDialog({ question: { title, text, warning, subject, yes, isDestructive }, answer }: Asked) {
  const dialog = useRef<HTMLDialogElement>(null)
  const safe = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // the safe choice, even where the subject holds something to choose
    safe.current?.focus()
    // gone for good, and not only taken up again, as React does in development
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
        <h2 id="confirm-title">{title ?? uiTexts.areYouSure}</h2>
        <p id="confirm-text">{text}</p>
        {warning && (
          <p className="err" id="confirm-warning">
            {warning}
          </p>
        )}
        {subject && <div className="concerned">{subject}</div>}
        <div className="acts">
          <Button type="submit" value="no" ref={safe}>
            {uiTexts.cancel}
          </Button>
          <Button type="submit" value="yes" look={isDestructive ? 'bad' : 'go'}>
            {yes ?? uiTexts.yes}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
