import { type ReactNode, useEffect, useRef, useState } from 'react'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { Button } from '../ui/button.tsx'

export type Confirmation = {
  text: string
  subject?: ReactNode
  warning?: string | undefined
  /** The text of the button that confirms. */
  button: string
  isDestructive?: boolean
}

let show: ((dialog: ReactNode) => void) | undefined
let lastKey = 0

/**
 * Shows a dialog in `Confirmations`. True if it is confirmed; false if it is cancelled or replaced. Throws if
 * `Confirmations` is not mounted: actions that need a confirmation would do nothing, without a message.
 */
export async function confirm(confirmation: Confirmation): Promise<boolean> {
  if (!show) throw new Error('A confirmation cannot be shown: <Confirmations> is not mounted')
  lastKey += 1
  const key = lastKey
  const { promise, resolve } = Promise.withResolvers<boolean>()
  show(<ConfirmationDialog key={key} confirmation={confirmation} onClose={resolve} />)
  const isConfirmed = await promise
  // another dialog may have replaced it
  if (key === lastKey) show?.(undefined)
  return isConfirmed
}

export function Confirmations() {
  const [dialog, setDialog] = useState<ReactNode>()
  useEffect(() => {
    show = setDialog
    return () => {
      show = undefined
    }
  }, [])
  return dialog
}

type DialogProps = { confirmation: Confirmation; onClose: (isConfirmed: boolean) => void }

function ConfirmationDialog({ confirmation, onClose }: DialogProps) {
  const { text, warning, subject, button, isDestructive } = confirmation
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // otherwise the browser would focus a field in the subject
    cancel.current?.focus()
    // removed without `close`: false. Strict mode runs the effect twice, but the dialog stays connected
    return () => queueMicrotask(() => shown?.isConnected || onClose(false))
  }, [onClose])
  return (
    <dialog
      ref={dialog}
      onClose={({ currentTarget }) => onClose(currentTarget.returnValue === 'yes')}
      aria-labelledby="confirm-title"
      aria-describedby={warning ? 'confirm-text confirm-warning' : 'confirm-text'}
    >
      <form method="dialog" className="dialog__body">
        <h2 id="confirm-title">{uiTexts.areYouSure}</h2>
        <p id="confirm-text">{text}</p>
        {warning && (
          <p className="error" id="confirm-warning">
            {warning}
          </p>
        )}
        {subject && <div className="dialog__subject">{subject}</div>}
        <div className="actions">
          <Button type="submit" value="no" ref={cancel}>
            {uiTexts.cancel}
          </Button>
          <Button type="submit" value="yes" variant={isDestructive ? 'danger' : 'primary'}>
            {button}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
