import { overviewTexts as texts } from '#contract/messages/overview.ts'
import { formatCount } from '#contract/money.ts'
import { adminsOnly } from '../account/session/guards.ts'
import { browserApi } from '../api/browser-api.ts'
import { useStore } from '../api/store-config.ts'
import { pageMeta } from '../layout/page-meta.ts'
import type { Route } from './+types/overview-route.ts'
import { Disputes } from './disputes.tsx'
import { LedgerReport } from './ledger-report.tsx'
import { LowStock } from './low-stock.tsx'
import { NewestEstimates, NewestReviews } from './news.tsx'
import { periodText, totalText } from './sales.ts'
import { SalesChart } from './sales-chart.tsx'
import { StatusBars } from './status-bars.tsx'
import { StorageWarning } from './storage-warning.tsx'
import { StrayPayments } from './stray-payments.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.title, path: '/dashboard/overview' })

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await adminsOnly(request)
  return { overview: await browserApi.getOverview() }
}

/** The shop at a glance: pictures before tables. */
export default function OverviewRoute({ loaderData: { overview } }: Route.ComponentProps) {
  const { locale } = useStore()
  const { currency, salesPerDay: days } = overview
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  return (
    <>
      <div className="dash__h">
        <h1>{texts.title}</h1>
        <p>{texts.storeTime(periodText(days, locale))}</p>
      </div>
      <StorageWarning storage={overview.storage} />
      <Disputes disputes={overview.disputes} />
      <div className="over">
        <div>
          <section aria-labelledby="h-sales">
            <h2 id="h-sales">{texts.sales}</h2>
            {orders > 0 && (
              <p>
                {texts.salesOf(totalText(days, { currency, locale }), orders, formatCount(orders, locale))}
              </p>
            )}
            <SalesChart days={days} currency={currency} />
          </section>
          <NewestReviews reviews={overview.newestReviews} />
        </div>
        <div>
          <section aria-labelledby="h-status">
            <h2 id="h-status">{texts.status}</h2>
            <p>{texts.statusText}</p>
            <StatusBars counts={overview.ordersByStatus} />
          </section>
          <section aria-labelledby="h-low">
            <h2 id="h-low">{texts.lowStock}</h2>
            <p>{texts.lowStockText}</p>
            <LowStock products={overview.lowStock} />
          </section>
          <NewestEstimates estimates={overview.newestEstimates} />
        </div>
      </div>
      <LedgerReport check={overview.ledgerCheck} />
      <StrayPayments payments={overview.strayPayments} />
    </>
  )
}
