import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

type SheetProps = {
  id: string
  title: string
  lead?: string
  act?: ReactNode
  className?: string
  children: ReactNode
}

/** A section, numbered by the style sheet; `act` is at the right of its heading. */
export function Sheet({ id, title, lead, act, className, children }: SheetProps) {
  return (
    <section className={classNames('sheet', className)} aria-labelledby={id}>
      <div className="sheet__head">
        <div className="sheet__no" aria-hidden="true" />
        <h2 id={id}>{title}</h2>
        {lead && <p>{lead}</p>}
        {act && <div className="sheet__act">{act}</div>}
      </div>
      {children}
    </section>
  )
}
