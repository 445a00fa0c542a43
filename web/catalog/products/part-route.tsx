import { useState } from 'react'
import { categoryNames } from '#contract/catalog/products/categories.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { productTexts as texts } from '#contract/catalog/products/texts.ts'
import type { Review } from '#contract/catalog/reviews/reviews.ts'
import { drawingPath } from '#drawings/part-drawing.ts'
import { orErrorPage } from '../../platform/api/load.ts'
import { apiContext } from '../../platform/api/server-api.ts'
import { Stepper } from '../../platform/forms/stepper.tsx'
import { pageMeta, rootData } from '../../platform/layout/page-meta.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { PageSection } from '../../platform/ui/page-section.tsx'
import { Picture } from '../../platform/ui/picture.tsx'
import { EmptyState } from '../../platform/ui/states.tsx'
import { ReviewCard } from '../reviews/review-card.tsx'
import type { Route } from './+types/part-route.ts'
import { AddToCart } from './add-to-cart.tsx'
import { PartCard } from './part-card.tsx'
import { toPartCard } from './part-card-data.ts'
import { PartBreadcrumb, PartDetails, PartFigure } from './part-view.tsx'
import { partsAddress } from './parts-address.ts'
import { stockOf } from './stock.tsx'
import { type Score, structuredData, summaryOf, toShownScore } from './structured-data.ts'

export { ErrorBoundary } from '../../platform/layout/error-boundary.tsx'

const REVIEWS_SHOWN = 12
const SIMILAR_SHOWN = 4

export async function loader({ context, params }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { id } = params
  const [part, reviews, score, { store }] = await orErrorPage(
    Promise.all([
      api.getProduct({ params: { id } }),
      api.listReviews({ query: { productId: id, limit: REVIEWS_SHOWN } }),
      api.getReviewScore({ query: { productId: id } }),
      api.getConfig(),
    ]),
  )
  const query = { category: part.category, limit: SIMILAR_SHOWN + 1 }
  const { items } = await orErrorPage(api.listProducts({ query }))
  const similar = items.filter((other) => other._id !== part._id).slice(0, SIMILAR_SHOWN)
  return {
    part,
    drawing: drawingPath(part),
    reviews: reviews.items,
    score: toShownScore(score),
    similar: similar.map((other) => toPartCard(other, store.locale)),
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
    { 'script:ld+json': structuredData({ part, reviews, score, origin: rootData(matches).origin }) },
  ]
}

export default function PartPage({ loaderData }: Route.ComponentProps) {
  const { part, drawing, reviews, score, similar } = loaderData
  return (
    <div className="wrap">
      <PartBreadcrumb part={part} />
      <div className="part">
        <div>
          <PartFigure part={part} drawing={drawing} />
          <MorePictures part={part} drawing={drawing} />
        </div>
        <PartDetails part={part} buyBox={<BuyBox key={part._id} part={part} />} />
      </div>
      <PartReviews partId={part._id} reviews={reviews} score={score} />
      {similar.length > 0 && (
        <PageSection
          id="h-similar"
          title={texts.moreFrom(categoryNames[part.category])}
          action={
            <LinkButton to={partsAddress({ category: part.category })}>{texts.wholeCategory}</LinkButton>
          }
          className="section--next"
        >
          <ul className="grid">
            {similar.map((other) => (
              <PartCard key={other.id} part={other} hasCart />
            ))}
          </ul>
        </PageSection>
      )}
    </div>
  )
}

function BuyBox({ part }: { part: Product }) {
  const { _id, productName, price, minimumOrder, availableQuantity } = part
  const [quantity, setQuantity] = useState(minimumOrder)
  const { isOut } = stockOf({ minimumOrder, available: availableQuantity })
  if (isOut)
    return (
      <div className="buy-box">
        <Button size="big" disabled>
          {texts.addToCart}
        </Button>
      </div>
    )
  return (
    <div className="buy-box">
      <Stepper
        label={texts.quantity}
        value={quantity}
        min={minimumOrder}
        max={availableQuantity}
        onChange={setQuantity}
      />
      <AddToCart
        variant="primary"
        size="big"
        wanted={{ productId: _id, name: productName, price, quantity }}
      />
      <LinkButton to={`/purchase/${_id}`}>{texts.buyNow}</LinkButton>
    </div>
  )
}

function MorePictures({ part, drawing }: { part: Product; drawing: string }) {
  const images = [...new Set(part.images)]
  if (images.length === 0) return null
  return (
    <ul className="more-pictures">
      {images.map((image, index) => (
        <li key={image}>
          <a href={image} target="_blank" rel="noreferrer">
            <Picture
              src={image}
              fallback={drawing}
              alt={texts.morePictures(part.productName, index + 2)}
              width={160}
              height={120}
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

type PartReviewsProps = { partId: string; reviews: Review[]; score: Score | undefined }

function PartReviews({ partId, reviews, score }: PartReviewsProps) {
  const add = <LinkButton to={`/dashboard/review?part=${partId}`}>{texts.addReview}</LinkButton>
  return (
    <PageSection
      id="h-reviews"
      title={texts.reviews}
      lead={score && texts.score(score.average, score.count)}
      action={reviews.length > 0 && add}
      className="section--next"
    >
      {reviews.length > 0 ? (
        <ul className="reviews reviews--list">
          {reviews.map((review) => (
            <li key={review._id}>
              <ReviewCard review={review} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={texts.noReviews} heading="h3">
          <p>{texts.noReviewsText}</p>
          {add}
        </EmptyState>
      )}
    </PageSection>
  )
}
