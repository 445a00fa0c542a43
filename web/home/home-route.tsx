import { homeTexts as texts } from '#contract/store/content/home-texts.ts'
import { toPartCard } from '../catalog/products/part-card-data.ts'
import { orErrorPage } from '../platform/api/load.ts'
import { apiContext } from '../platform/api/server-api.ts'
import { useStore } from '../platform/api/store-config.ts'
import { pageMeta } from '../platform/layout/page-meta.ts'
import type { Route } from './+types/home-route.ts'
import { Banner } from './banner.tsx'
import { EstimateForm, requestEstimate } from './estimate-form.tsx'
import { Categories, Offers, Ordering, Parts, Reviews, Statistics, Team } from './home-sections.tsx'

export { ErrorBoundary } from '../platform/layout/error-boundary.tsx'

const PARTS_SHOWN = 24
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
  return { parts: parts.items.map((part) => toPartCard(part, store.locale)), reviews: reviews.items }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return requestEstimate(await request.json())
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({ matches, title: texts.title, description: texts.description, path: '/' })
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { parts, reviews } = loaderData
  // of the sample content; a shop has no team and no offers of its own yet
  const { demo } = useStore()
  return (
    <>
      <Banner />
      <Statistics />
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
