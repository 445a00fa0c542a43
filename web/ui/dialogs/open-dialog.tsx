import { type ReactNode, useEffect, useId, useRef } from 'react'

type OpenDialogProps = {
  title: string
  className?: string
  onClose: () => void
  /** Gets the way to close it. */
  children: (close: () => void) => ReactNode
}

/** A dialog with its title, open as long as it is mounted. */
export function OpenDialog({ title, className, onClose, children }: OpenDialogProps) {
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
