import type { ApiClient } from '#contract/api-client.ts'
import type { PublicConfig } from '#contract/platform/config.ts'
import { formatCount } from '#contract/platform/money.ts'
import { homeTexts as texts } from '#contract/store/content/home-texts.ts'
import { AUTO } from '#contract/store/settings/statistics.ts'
import { toPartCard } from '../catalog/products/part-card-data.ts'
import { orErrorPage } from '../platform/api/load.ts'
import { apiContext } from '../platform/api/server-api.ts'
import { useStore } from '../platform/api/store-config.ts'
import { pageMeta, rootData } from '../platform/layout/page-meta.ts'
import type { Route } from './+types/home-route.ts'
import { Banner } from './banner.tsx'
import { EstimateForm, requestEstimate } from './estimate-form.tsx'
import { Categories, Offers, Ordering, Parts, Reviews, Statistics, Team } from './home-sections.tsx'
import { shopData } from './shop-data.ts'

export { ErrorBoundary } from '../platform/layout/error-boundary.tsx'

const PARTS_SHOWN = 8
const REVIEWS_SHOWN = 12

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [parts, reviews, { store }] = await orErrorPage(
    Promise.all([
      api.listProducts({ query: { limit: PARTS_SHOWN } }),
      api.listReviews({ query: { limit: REVIEWS_SHOWN } }),
      api.getConfig(),
    ]),
  )
  return {
    parts: parts.items.map((part) => toPartCard(part, store.locale)),
    reviews: reviews.items,
    statistics: await shownStatistics(api, store),
  }
}

/** `auto` becomes the number of parts on sale. */
async function shownStatistics(api: ApiClient, { statistics, locale }: PublicConfig['store']) {
  if (!statistics.some(({ value }) => value === AUTO)) return statistics
  const { total } = await orErrorPage(api.countProducts({ query: {} }))
  const parts = formatCount(total.parts, locale)
  return statistics.map(({ label, value }) => ({ label, value: value === AUTO ? parts : value }))
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return requestEstimate(await request.json())
}

export function meta({ matches }: Route.MetaArgs) {
  const { config, origin } = rootData(matches)
  return [
    ...pageMeta({ matches, title: texts.title, description: texts.description, path: '/' }),
    ...(config ? [{ 'script:ld+json': shopData({ store: config.store, origin }) }] : []),
  ]
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { parts, reviews, statistics } = loaderData
  // of the sample content; a shop has no team and no offers of its own yet
  const { demo } = useStore()
  return (
    <>
      <Banner />
      {statistics.length > 0 && <Statistics statistics={statistics} />}
      <div className="two-sections wrap">
        <EstimateForm />
        {demo && <Team />}
      </div>
      <Parts parts={parts} />
      <Reviews reviews={reviews} />
      {demo && <Offers />}
      <Ordering isNext={!demo} />
      <Categories />
    </>
  )
}
