import type { ReactNode } from 'react'

const COLUMNS = [1, 2, 3, 4, 5, 6, 7, 8]
const ROWS = ['A', 'B', 'C', 'D']

export function SheetFrame({ children }: { children: ReactNode }) {
  return (
    <div className="frame">
      {['t', 'b'].map((side) => (
        <Zones key={side} className={`zones zones--x zones--${side}`} marks={COLUMNS} />
      ))}
      {['l', 'r'].map((side) => (
        <Zones key={side} className={`zones zones--y zones--${side}`} marks={ROWS} />
      ))}
      <div className="frame__in plate">{children}</div>
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
