import { Link } from 'react-router'
import type { Waiting } from '#contract/sales/overview/overview.ts'
import { waitingTexts as texts } from '#contract/sales/overview/texts.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { Count } from '../../platform/layout/price.tsx'
import { classNames } from '../../platform/ui/class-names.ts'
import { distanceText } from './distance.ts'

type Queue = {
  name: keyof Waiting
  to: string
  count: number
  /** What is said of the time; null while nothing waits. */
  about: { text: string; at: string; urgency?: 'soon' | 'late' } | null
}

/** What waits for staff, each with the list where it is done; what a role may not see is left out. */
export function WaitingQueues({ waiting }: { waiting: Waiting }) {
  return (
    <nav className="queues" aria-label={texts.title}>
      {queuesOf(waiting).map((queue) => (
        <QueueLink key={queue.name} queue={queue} />
      ))}
    </nav>
  )
}

function QueueLink({ queue: { name, to, count, about } }: { queue: Queue }) {
  const { locale } = useStore()
  const distance = about && distanceText(about.at, { now: Date.now(), locale })
  return (
    <Link to={to} className={classNames(count === 0 && 'queues__none')}>
      <b>
        <Count value={count} />
      </b>
      <strong>{texts.names[name]}</strong>
      <small className={classNames(about?.urgency && `queues__${about.urgency}`)}>
        {count === 0 ? texts.none[name] : about && distance ? `${about.text} ${distance}` : texts.some[name]}
      </small>
    </Link>
  )
}

const ORDERS = '/dashboard/manageOrders'

function queuesOf(waiting: Waiting): Queue[] {
  const { toSend, unpaid, disputes, estimates, lowStock, failedMails, failedJobs } = waiting
  const oldest = (at: string | null, urgency?: 'late') =>
    at === null ? null : { text: texts.oldest, at, ...(urgency && { urgency }) }
  const queues: (Queue | null)[] = [
    toSend && {
      name: 'toSend',
      to: `${ORDERS}?state=toSend`,
      count: toSend.count,
      about: oldest(toSend.oldestAt),
    },
    unpaid && {
      name: 'unpaid',
      to: `${ORDERS}?state=unpaid`,
      count: unpaid.count,
      about: unpaid.nextExpiryAt === null ? null : { text: texts.nextEnds, at: unpaid.nextExpiryAt },
    },
    disputes && {
      name: 'disputes',
      to: `${ORDERS}?state=disputed`,
      count: disputes.count,
      about:
        disputes.answerBy === null
          ? null
          : { text: texts.answerEnds, at: disputes.answerBy, urgency: 'soon' as const },
    },
    estimates && {
      name: 'estimates',
      to: '/dashboard/estimates',
      count: estimates.count,
      about: oldest(estimates.oldestAt),
    },
    lowStock && { name: 'lowStock', to: '#low-stock', count: lowStock.count, about: null },
    failedMails && {
      name: 'failedMails',
      to: '/dashboard/failedMails',
      count: failedMails.count,
      about: oldest(failedMails.oldestAt, 'late'),
    },
    failedJobs && {
      name: 'failedJobs',
      to: '/dashboard/failedJobs',
      count: failedJobs.count,
      about: oldest(failedJobs.oldestAt, 'late'),
    },
  ]
  return queues.filter((queue) => queue !== null)
}
