import { type ReactNode, useEffect, useRef, useState } from 'react'
import { uiTexts } from '#contract/messages/ui.ts'
import { Button } from './button.tsx'

export type Question = {
  /** What is asked, below the heading. */
  text: string
  title?: string
  /** The thing concerned, shown between rules. */
  subject?: ReactNode
  /** Words of the act; "Yes" unless told. */
  yes?: string
  /** The act destroys something: its button is red instead of the signal. */
  isDestructive?: boolean
}
type Asked = Question & { answer: (isYes: boolean) => void }

let ask: ((asked: Asked) => void) | undefined

/** Asks in a dialog; true only when the person says yes. Escape, Cancel and the backdrop are no. Browser only. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((answer) => {
    if (ask) ask({ ...question, answer })
    else answer(false)
  })
}

/** The one place where questions appear; stands once in the root. */
export function ConfirmDialog() {
  const [asked, setAsked] = useState<Asked>()
  const dialog = useRef<HTMLDialogElement>(null)
  const safe = useRef<HTMLButtonElement>(null)
  const pending = useRef<Asked>(undefined)
  useEffect(() => {
    ask = (next) => {
      settle(pending.current, dialog.current)
      pending.current = next
      setAsked(next)
    }
    return () => {
      ask = undefined
    }
  }, [])
  useEffect(() => {
    if (!asked || dialog.current?.open) return
    dialog.current?.showModal()
    // the safe choice, even where the subject holds something to choose
    safe.current?.focus()
  }, [asked])

  function onClose() {
    // the event comes late: where the next question stands already, it must not be taken away
    if (dialog.current?.open) return
    settle(pending.current, dialog.current)
    pending.current = undefined
    setAsked(undefined)
  }

  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="confirm-title" aria-describedby="confirm-text">
      {asked && (
        <form method="dialog" className="in">
          <h2 id="confirm-title">{asked.title ?? uiTexts.areYouSure}</h2>
          <p id="confirm-text">{asked.text}</p>
          {asked.subject && <div className="concerned">{asked.subject}</div>}
          <div className="acts">
            <Button type="submit" value="no" ref={safe}>
              {uiTexts.cancel}
            </Button>
            <Button type="submit" value="yes" look={asked.isDestructive ? 'bad' : 'go'}>
              {asked.yes ?? uiTexts.yes}
            </Button>
          </div>
        </form>
      )}
    </dialog>
  )
}

/** A question that was not answered by yes was answered by no, also when another one takes its place. */
function settle(asked: Asked | undefined, dialog: HTMLDialogElement | null): void {
  asked?.answer(dialog?.returnValue === 'yes')
  if (dialog) dialog.returnValue = ''
}
