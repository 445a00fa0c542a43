import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

type SheetProps = {
  /** Id of the heading; names the section. */
  id: string
  title: string
  lead?: string
  /** Stands at the right of the heading. */
  act?: ReactNode
  className?: string
  children: ReactNode
}

/** A numbered section of the catalogue; the numbers are counted by the stylesheet. */
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
