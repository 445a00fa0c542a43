import { Fragment, useEffect, useId, useRef, useState } from 'react'
import type { Elements } from '../ui/elements.ts'

type DialogProps = {
  title: string
  className?: string
  onClose: () => void
  children: (close: () => void) => Elements
}

export function Dialog({ title, className, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={className} aria-labelledby={titleId} onClose={onClose}>
      <div className="dialog__body">
        <h2 id={titleId}>{title}</h2>
        {children(() => dialog.current?.close())}
      </div>
    </dialog>
  )
}

/** A dialog about a subject. The `close` event comes late: a dialog opened meanwhile has a new key and stays open. */
export function useDialog<T>(render: (subject: T, onClose: () => void) => Elements) {
  const [opened, setOpened] = useState<{ subject: T; key: number }>()
  const lastKey = useRef(0)
  const onClose = () => setOpened((current) => (current === opened ? undefined : current))
  return {
    open(subject: T): void {
      lastKey.current += 1
      setOpened({ subject, key: lastKey.current })
    },
    dialog: opened && <Fragment key={opened.key}>{render(opened.subject, onClose)}</Fragment>,
  }
}
