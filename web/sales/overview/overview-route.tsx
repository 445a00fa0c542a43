import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import type { Product } from '#contract/catalog/products/products.ts'
import { may } from '#contract/platform/auth/roles.ts'
import { formatCount } from '#contract/platform/money.ts'
import type { Overview } from '#contract/sales/overview/overview.ts'
import { getOverview } from '#contract/sales/overview/overview.ts'
import { overviewTexts as texts } from '#contract/sales/overview/texts.ts'
import { StockBar, stockOf } from '../../catalog/products/stock.tsx'
import { Stars } from '../../catalog/reviews/stars.tsx'
import { browserApi } from '../../platform/api/browser-api.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { requirePermission } from '../../platform/auth/guards.ts'
import { useSession } from '../../platform/auth/session-state.ts'
import { ErrorText } from '../../platform/forms/form-status.tsx'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Count, Time, useCountText } from '../../platform/layout/price.tsx'
import type { Elements } from '../../platform/ui/elements.ts'
import { PageHeading } from '../../platform/ui/page-heading.tsx'
import type { Route } from './+types/overview-route.ts'
import { MissingList } from './missing.tsx'
import { Disputes, LedgerReport, OrphanedPayments } from './payment-reports.tsx'
import { periodText, SalesChart, totalText } from './sales-chart.tsx'
import { WaitingQueues } from './waiting.tsx'

const MEGABYTE = 1_000_000

type Shown<Section extends keyof Overview> = NonNullable<Overview[Section]>

export const meta = titleMeta(texts.title, '/dashboard/overview')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, getOverview.access.permission)
  return { overview: await browserApi.getOverview() }
}

export default function OverviewRoute({ loaderData: { overview } }: Route.ComponentProps) {
  const { locale } = useStore()
  const { salesPerDay: days, ordersByStatus, lowStock, newestReviews, newestEstimates, storage } = overview
  return (
    <>
      <PageHeading title={texts.title} {...(days && { lead: texts.storeTime(periodText(days, locale)) })} />
      {storage?.isLow && (
        <div className="overview__warning">
          <ErrorText>
            {texts.storageLow(formatCount(Math.floor(storage.freeBytes / MEGABYTE), locale))}
          </ErrorText>
        </div>
      )}
      <MissingList missing={overview.missing ?? []} />
      <WaitingQueues waiting={overview.waiting} />
      <Disputes disputes={overview.disputes ?? []} />
      <div className="overview">
        <div>
          {days && <Sales days={days} currency={overview.currency} />}
          {lowStock && <LowStock products={lowStock} />}
        </div>
        <div>
          {ordersByStatus && (
            <Panel id="h-status" title={texts.status} lead={texts.statusText}>
              <StatusBars counts={ordersByStatus} />
            </Panel>
          )}
          {newestEstimates && <NewestEstimates estimates={newestEstimates} />}
          {newestReviews && <NewestReviews reviews={newestReviews} />}
        </div>
      </div>
      <LedgerReport check={overview.ledgerCheck} />
      <OrphanedPayments payments={overview.strayPayments ?? []} />
    </>
  )
}

type PanelProps = { id: string; title: string; lead?: string; action?: Elements; children: Elements }

function Panel({ id, title, lead, action, children }: PanelProps) {
  return (
    <section aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {lead && <p>{lead}</p>}
        {action}
      </header>
      <div className="overview__content">{children}</div>
    </section>
  )
}

function Sales({ days, currency }: { days: Shown<'salesPerDay'>; currency: string }) {
  const { locale } = useStore()
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  const lead =
    orders > 0 && texts.salesOf(totalText(days, { currency, locale }), orders, formatCount(orders, locale))
  return (
    <Panel id="h-sales" title={texts.sales} {...(lead && { lead })}>
      <SalesChart days={days} currency={currency} />
    </Panel>
  )
}

function NewestReviews({ reviews }: { reviews: Shown<'newestReviews'> }) {
  const all = <Link to="/dashboard/reviews">{texts.allReviews}</Link>
  return (
    <Panel id="h-reviews" title={texts.reviews} action={all}>
      {reviews.length === 0 && <p>{texts.noReviews}</p>}
      <ul className="newest">
        {reviews.map(({ _id, name, rating, description, createdAt }) => (
          <li key={_id}>
            <Stars rating={rating} />
            <small>
              <Time at={createdAt} style="date" />
            </small>
            <b>{name}</b>
            <span className="newest__text">{description}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function NewestEstimates({ estimates }: { estimates: Shown<'newestEstimates'> }) {
  const all = <Link to="/dashboard/estimates">{texts.allEstimates}</Link>
  return (
    <Panel id="h-estimates" title={texts.estimates} action={all}>
      {estimates.length === 0 && <p>{texts.noEstimates}</p>}
      <ul className="newest">
        {estimates.map(({ _id, name, part, vehicle, year, note, createdAt }) => (
          <li key={_id}>
            <b>{name}</b>
            <small>
              <Time at={createdAt} style="date" />
            </small>
            <span className="newest__text">
              {[part, vehicle, year].filter(Boolean).join(', ') || note || texts.anyPart}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const PENDING_QUERY = 'status=pending%2CPending'
const statusRows = [
  { name: 'pendingUnpaid', query: `${PENDING_QUERY}&payment=unpaid` },
  { name: 'pendingPaid', query: `${PENDING_QUERY}&payment=paid` },
  { name: 'shifted', query: 'status=Shift' },
  { name: 'expired', query: 'payment=expired' },
] as const

function StatusBars({ counts }: { counts: Shown<'ordersByStatus'> }) {
  const max = Math.max(...statusRows.map(({ name }) => counts[name]))
  if (max === 0) return <p>{texts.noOrders}</p>
  return (
    <dl className="status-bars">
      {statusRows.map(({ name, query }) => (
        <div key={name} className={`status-bars__${name}`} style={barStyle(counts[name] / max)}>
          <dt>
            <Link to={`/dashboard/manageOrders?${query}`}>{texts[name]}</Link>
          </dt>
          <dd className="numeric">
            <Count value={counts[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function barStyle(share: number): CSSProperties & { '--share': string } {
  return { '--share': `${(100 * share).toFixed(1)}%` }
}

function LowStock({ products }: { products: Shown<'lowStock'> }) {
  return (
    <Panel id="low-stock" title={texts.lowStock} lead={texts.lowStockText}>
      {products.length === 0 && <p>{texts.noLowStock}</p>}
      <ul className="low-stock">
        {products.map((product) => (
          <ScarcePart key={product._id} product={product} />
        ))}
      </ul>
    </Panel>
  )
}

function ScarcePart({ product }: { product: Product }) {
  const { productName, partNumber, minimumOrder, availableQuantity: available } = product
  const { role } = useSession()
  const countText = useCountText()
  const stock = stockOf({ minimumOrder, available })
  const query = new URLSearchParams({ q: partNumber ?? productName })
  return (
    <li>
      <span className="low-stock__part">
        {role && may(role, 'catalog.write') ? (
          <Link to={`/dashboard/manageProduct?${query}`}>{productName}</Link>
        ) : (
          <Link to={`/parts/${product._id}`}>{productName}</Link>
        )}
        <small>{partNumber}</small>
      </span>
      <span className="low-stock__quantity">
        <b className={stock.isOut ? 'numeric out-of-stock' : 'numeric'}>
          {available === 0 ? texts.out : <Count value={available} />}
        </b>
        {stock.isOut && available > 0 && <small>{texts.belowMinimum(countText(minimumOrder))}</small>}
      </span>
      <StockBar stock={stock} />
    </li>
  )
}
