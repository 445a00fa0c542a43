import { productTexts as texts } from '#contract/messages/products.ts'
import { categoryNames } from '#contract/products/categories.ts'
import { drawingPath } from '#drawings/part-drawing.ts'
import { orPageProblem } from '../../api/load.ts'
import { apiContext } from '../../api/server-api.ts'
import { originOf, pageMeta } from '../../layout/page-meta.ts'
import { PageProblem } from '../../layout/page-problem.tsx'
import { PartBreadcrumb } from '../../layout/shop/part-breadcrumb.tsx'
import { PartFacts } from '../../layout/shop/part-facts.tsx'
import { PartPlate } from '../../layout/shop/part-plate.tsx'
import { partsAddress } from '../../layout/shop/parts-address.ts'
import { stockOf } from '../../layout/shop/stock.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialogs/sheet.tsx'
import type { Route } from './+types/part-route.ts'
import { PartCard } from './part-card.tsx'
import { toPartCard } from './part-card-data.ts'
import { scoreOf, structuredData, summaryOf } from './part-data.ts'
import { PartPictures } from './part-pictures.tsx'
import { PartReviews } from './part-reviews.tsx'

const REVIEWS_READ = 100
const REVIEWS_SHOWN = 12
const NEIGHBOURS = 4

export async function loader({ context, params }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { id } = params
  const [part, reviews] = await orPageProblem(
    Promise.all([
      api.getProduct({ params: { id } }),
      api.listReviews({ query: { productId: id, limit: REVIEWS_READ } }),
    ]),
  )
  const { category } = part
  const shelf = await orPageProblem(api.listProducts({ query: { category, limit: NEIGHBOURS + 1 } }))
  const neighbours = shelf.items.filter((other) => other._id !== part._id).slice(0, NEIGHBOURS)
  return {
    part,
    drawing: drawingPath(part),
    reviews: reviews.items.slice(0, REVIEWS_SHOWN),
    // of all reviews or of none: a mean of the newest alone would be no score of the part
    score: reviews.next ? undefined : scoreOf(reviews.items),
    neighbours: neighbours.map(toPartCard),
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { part, reviews, score } = loaderData
  return [
    ...pageMeta({
      matches,
      title: part.productName,
      description: summaryOf(part.description) || part.productName,
      path: `/parts/${part._id}`,
      image: part.img,
      type: 'product',
    }),
    { 'script:ld+json': structuredData({ part, reviews, score, origin: originOf(matches) }) },
  ]
}

export default function PartPage({ loaderData }: Route.ComponentProps) {
  const { part, drawing, reviews, score, neighbours } = loaderData
  const { isOut } = stockOf({ minimumOrder: part.minimumOrder, available: part.availableQuantity })
  return (
    <div className="wrap">
      <PartBreadcrumb part={part} />
      <div className="part">
        <div>
          <PartPlate part={part} drawing={drawing} />
          <PartPictures part={part} drawing={drawing} />
        </div>
        <PartFacts part={part}>
          <div className="buybox">
            {isOut ? (
              <Button size="big" disabled>
                {texts.purchase}
              </Button>
            ) : (
              <LinkButton look="go" size="big" to={`/purchase/${part._id}`}>
                {texts.purchase}
              </LinkButton>
            )}
          </div>
        </PartFacts>
      </div>
      <PartReviews partId={part._id} reviews={reviews} score={score} />
      {neighbours.length > 0 && (
        <Sheet
          id="h-shelf"
          title={texts.shelfOf(categoryNames[part.category])}
          act={<LinkButton to={partsAddress({ category: part.category })}>{texts.wholeShelf}</LinkButton>}
          className="sheet--next"
        >
          <ul className="grid">
            {neighbours.map((other) => (
              <PartCard key={other.id} part={other} />
            ))}
          </ul>
        </Sheet>
      )}
    </div>
  )
}

export function ErrorBoundary() {
  return <PageProblem />
}
