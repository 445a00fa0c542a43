import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { overviewTexts as texts } from '#contract/messages/overview.ts'
import type { Overview } from '#contract/overview/overview.ts'
import { Count } from '../layout/shop/price.tsx'

type Counts = Overview['ordersByStatus']

const PENDING = 'status=pending%2CPending'
const rows: { name: keyof Counts; query: string }[] = [
  { name: 'pendingUnpaid', query: `${PENDING}&payment=unpaid` },
  { name: 'pendingPaid', query: `${PENDING}&payment=paid` },
  { name: 'shifted', query: 'status=Shift' },
  { name: 'expired', query: 'payment=expired' },
]

/** How many orders stand where; each name leads to them. */
export function StatusBars({ counts }: { counts: Counts }) {
  const most = Math.max(...rows.map(({ name }) => counts[name]))
  if (most === 0) return <p>{texts.noOrders}</p>
  return (
    <dl className="bars">
      {rows.map(({ name, query }) => (
        <div key={name} className={`bars__${name}`} style={share(counts[name] / most)}>
          <dt>
            <Link to={`/dashboard/manageOrders?${query}`}>{texts[name]}</Link>
          </dt>
          <dd className="num">
            <Count of={counts[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function share(part: number): CSSProperties & { '--v': string } {
  return { '--v': `${(100 * part).toFixed(1)}%` }
}
