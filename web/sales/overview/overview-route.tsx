import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#contract/platform/money.ts'
import type { Overview } from '#contract/sales/overview/overview.ts'
import { getOverview } from '#contract/sales/overview/overview.ts'
import { overviewTexts as texts } from '#contract/sales/overview/texts.ts'
import { StockBar, stockOf } from '../../catalog/products/stock.tsx'
import { Stars } from '../../catalog/reviews/stars.tsx'
import { browserApi } from '../../platform/api/browser-api.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { requirePermission } from '../../platform/auth/guards.ts'
import { ErrorText } from '../../platform/forms/form-status.tsx'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Count, Time, useCountText } from '../../platform/layout/price.tsx'
import type { Elements } from '../../platform/ui/elements.ts'
import { PageHeading } from '../../platform/ui/page-heading.tsx'
import type { Route } from './+types/overview-route.ts'
import { Disputes, LedgerReport, OrphanedPayments } from './payment-reports.tsx'
import { periodText, SalesChart, totalText } from './sales-chart.tsx'

const MEGABYTE = 1_000_000

export const meta = titleMeta(texts.title, '/dashboard/overview')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, getOverview.access.permission)
  return { overview: await browserApi.getOverview() }
}

export default function OverviewRoute({ loaderData: { overview } }: Route.ComponentProps) {
  const { locale } = useStore()
  const { currency, salesPerDay: days, storage } = overview
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  return (
    <>
      <PageHeading title={texts.title} lead={texts.storeTime(periodText(days, locale))} />
      {storage.isLow && (
        <div className="overview__warning">
          <ErrorText>
            {texts.storageLow(formatCount(Math.floor(storage.freeBytes / MEGABYTE), locale))}
          </ErrorText>
        </div>
      )}
      <Disputes disputes={overview.disputes} />
      <div className="overview">
        <div>
          <Panel id="h-sales" title={texts.sales}>
            {orders > 0 && (
              <p>
                {texts.salesOf(totalText(days, { currency, locale }), orders, formatCount(orders, locale))}
              </p>
            )}
            <SalesChart days={days} currency={currency} />
          </Panel>
          <Panel id="h-reviews" title={texts.reviews}>
            <NewestReviews reviews={overview.newestReviews} />
          </Panel>
        </div>
        <div>
          <Panel id="h-status" title={texts.status}>
            <p>{texts.statusText}</p>
            <StatusBars counts={overview.ordersByStatus} />
          </Panel>
          <Panel id="h-low" title={texts.lowStock}>
            <p>{texts.lowStockText}</p>
            <LowStock products={overview.lowStock} />
          </Panel>
          <Panel id="h-estimates" title={texts.estimates}>
            <NewestEstimates estimates={overview.newestEstimates} />
          </Panel>
        </div>
      </div>
      <LedgerReport check={overview.ledgerCheck} />
      <OrphanedPayments payments={overview.strayPayments} />
    </>
  )
}

function Panel({ id, title, children }: { id: string; title: string; children: Elements }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function NewestReviews({ reviews }: { reviews: Overview['newestReviews'] }) {
  return (
    <>
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
      <Link to="/dashboard/reviews">{texts.allReviews}</Link>
    </>
  )
}

function NewestEstimates({ estimates }: { estimates: Overview['newestEstimates'] }) {
  return (
    <>
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
      <Link to="/dashboard/estimates">{texts.allEstimates}</Link>
    </>
  )
}

const PENDING_QUERY = 'status=pending%2CPending'
const statusRows = [
  { name: 'pendingUnpaid', query: `${PENDING_QUERY}&payment=unpaid` },
  { name: 'pendingPaid', query: `${PENDING_QUERY}&payment=paid` },
  { name: 'shifted', query: 'status=Shift' },
  { name: 'expired', query: 'payment=expired' },
] as const

function StatusBars({ counts }: { counts: Overview['ordersByStatus'] }) {
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

function LowStock({ products }: { products: Overview['lowStock'] }) {
  const countText = useCountText()
  if (products.length === 0) return <p>{texts.noLowStock}</p>
  return (
    <ul className="low-stock">
      {products.map(({ _id, productName, partNumber, minimumOrder, availableQuantity: available }) => {
        const stock = stockOf({ minimumOrder, available })
        const query = new URLSearchParams({ q: partNumber ?? productName })
        return (
          <li key={_id}>
            <span>
              <Link to={`/dashboard/manageProduct?${query}`}>{productName}</Link>
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
      })}
    </ul>
  )
}
