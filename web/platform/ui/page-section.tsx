import { classNames } from './class-names.ts'
import type { Elements } from './elements.ts'

type PageSectionProps = {
  id: string
  title: string
  lead?: string
  action?: Elements
  className?: string
  children: Elements
}

/** A section, numbered by the style sheet; `action` is at the right of its heading, on phones below it. */
export function PageSection({ id, title, lead, action, className, children }: PageSectionProps) {
  return (
    <section className={classNames('section', className)} aria-labelledby={id}>
      <div className="section__head">
        <div className="section__number" aria-hidden="true" />
        <h2 id={id}>{title}</h2>
        {lead && <p>{lead}</p>}
        {action && <div className="section__action">{action}</div>}
      </div>
      {children}
    </section>
  )
}

const COLUMNS = [1, 2, 3, 4, 5, 6, 7, 8]
const ROWS = ['A', 'B', 'C', 'D']

export function DrawingFrame({ children }: { children: Elements }) {
  return (
    <div className="frame">
      {['top', 'bottom'].map((side) => (
        <Zones key={side} className={`zones zones--horizontal zones--${side}`} marks={COLUMNS} />
      ))}
      {['left', 'right'].map((side) => (
        <Zones key={side} className={`zones zones--vertical zones--${side}`} marks={ROWS} />
      ))}
      <div className="frame__inner figure">{children}</div>
    </div>
  )
}

function Zones({ className, marks }: { className: string; marks: (number | string)[] }) {
  return (
    <div className={className} aria-hidden="true">
      {marks.map((mark) => (
        <span key={mark}>{mark}</span>
      ))}
    </div>
  )
}
