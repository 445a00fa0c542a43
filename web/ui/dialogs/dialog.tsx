import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

type DialogProps = {
  title: string
  className?: string
  onClose: () => void
  /** Gets the way to close it. */
  children: (close: () => void) => ReactNode
}

/** A dialog with its title, open as long as it is mounted. */
export function Dialog({ title, className, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={className} aria-labelledby={titleId} onClose={onClose}>
      <div className="in">
        <h2 id={titleId}>{title}</h2>
        {children(() => dialog.current?.close())}
      </div>
    </dialog>
  )
}

/** What a dialog stands open for; `key` is new at each opening. */
type Opened<T> = { subject: T; key: number }

/**
 * One dialog of a page. The browser tells of a closing a moment later: whatever was opened in that moment is another
 * opening, and stays.
 */
export function useDialog<T>() {
  const [opened, setOpened] = useState<Opened<T>>()
  const openings = useRef(0)
  return {
    opened,
    open(subject: T): void {
      openings.current += 1
      setOpened({ subject, key: openings.current })
    },
    close: (closed: Opened<T>): void => setOpened((now) => (now?.key === closed.key ? undefined : now)),
  }
}
