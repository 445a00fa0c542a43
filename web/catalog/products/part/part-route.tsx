import { useRef, useState } from 'react'
import { partFieldLabels as labels } from '#contract/catalog/products/part-fields-texts.ts'
import { partPageTexts as texts } from '#contract/catalog/products/part-page-texts.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { productTexts } from '#contract/catalog/products/texts.ts'
import { drawingPath } from '#drawings/drawing-of.ts'
import { orErrorPage } from '../../../platform/api/load.ts'
import { apiContext } from '../../../platform/api/server-api.ts'
import { pageMeta } from '../../../platform/layout/page-meta.ts'
import { useCountText } from '../../../platform/layout/price.tsx'
import { LinkButton, PageLink } from '../../../platform/ui/button.tsx'
import { type Detail, DetailList } from '../../../platform/ui/detail-list.tsx'
import { FoldedText } from '../../../platform/ui/folded-text.tsx'
import { Icon } from '../../../platform/ui/icon.tsx'
import { PageSection } from '../../../platform/ui/page-section.tsx'
import { localAttributes } from '../../part-types/attribute-texts.ts'
import { categoryName, useCategoryName } from '../../part-types/categories.ts'
import { PartBreadcrumb } from '../part-breadcrumb.tsx'
import { toPartCard } from '../part-card-data.ts'
import { partsAddress } from '../parts-address.ts'
import type { Route } from './+types/part-route.ts'
import { BuyBar, BuyBox } from './buy-box.tsx'
import { Gallery } from './gallery.tsx'
import { GoesTogether } from './goes-together.tsx'
import { PartReviews, REVIEWS_ID } from './part-reviews.tsx'
import { PartTools } from './part-tools.tsx'
import { picturesOf } from './pictures-of.ts'
import { SmallCards } from './small-cards.tsx'
import { askForNotice } from './stock-notice.tsx'
import { type Score, structuredData, summaryOf, toShownScore } from './structured-data.ts'

export { ErrorBoundary } from '../../../platform/layout/error-boundary.tsx'

const REVIEWS_SHOWN = 12
/** A longer description is folded: price and buttons stay in the first window. */
const DESCRIPTION_SHOWN = 280

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { id } = params
  // a page of reviews, for browsers without scripts
  const after = url.searchParams.get('after') ?? undefined
  const [stored, reviews, score, related, categories, { store }] = await orErrorPage(
    Promise.all([
      api.getProduct({ params: { id } }),
      api.listReviews({ query: { productId: id, limit: REVIEWS_SHOWN, after } }),
      api.getReviewScore({ query: { productId: id } }),
      api.getRelatedParts({ params: { id } }),
      api.listCategories({}),
      api.getConfig(),
    ]),
  )
  const part = { ...stored, attributes: localAttributes(stored.attributes, store.locale) }
  const toCard = (one: Product) => toPartCard(one, store.locale)
  const shownScore = toShownScore(score)
  const drawing = drawingPath(part)
  const pictures = picturesOf(part, drawing)
  return {
    part,
    drawing,
    pictures,
    // these two here, since the browser need not know how they are made
    summary: summaryOf(part.description) || part.productName,
    structured: structuredData({
      part,
      picture: pictures[0]?.src ?? part.img,
      categoryName: categoryName(categories, part.category),
      subcategoryName: part.subcategory && categoryName(categories, part.subcategory),
      reviews: reviews.items,
      score: shownScore,
      origin: url.origin,
    }),
    reviews,
    after,
    score: shownScore,
    card: toCard(part),
    together: related.together.map(toCard),
    similar: related.similar.map(toCard),
  }
}

export async function clientAction({ params, request }: Route.ClientActionArgs) {
  return askForNotice(params.id, await request.json())
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { part, pictures, summary, structured } = loaderData
  return [
    ...pageMeta({
      matches,
      title: part.productName,
      description: summary,
      path: `/parts/${part._id}`,
      image: part.img,
      imageAlt: pictures[0]?.alt,
      type: 'product',
    }),
    { property: 'product:price:amount', content: String(part.price) },
    { property: 'product:price:currency', content: part.currency.toUpperCase() },
    ...structured.map((data) => ({ 'script:ld+json': data })),
  ]
}

/** Remounted for another part: quantity, pictures and reviews are of one. */
export default function PartRoute({ loaderData }: Route.ComponentProps) {
  return <PartPage key={loaderData.part._id} loaderData={loaderData} />
}

function PartPage({ loaderData }: { loaderData: Route.ComponentProps['loaderData'] }) {
  const { part, pictures, drawing, reviews, after, score, card, together, similar } = loaderData
  const [quantity, setQuantity] = useState(part.minimumOrder)
  const buyBox = useRef<HTMLElement>(null)
  return (
    <div className="wrap">
      <PartBreadcrumb part={part} />
      <div className="part-page">
        <PartHead part={part} score={score} />
        <div className="part-page__pictures">
          <Gallery part={part} pictures={pictures} drawing={drawing} />
          {part.description && (
            <div className="part-page__about">
              <FoldedText text={part.description} over={DESCRIPTION_SHOWN} />
            </div>
          )}
        </div>
        <BuyBox ref={buyBox} part={part} quantity={quantity} onQuantity={setQuantity} />
        <PartTools title={part.productName} />
        <PartFacts part={part} />
      </div>
      {part.attributes.length > 0 && (
        <PageSection id="h-data" title={texts.data} className="section--next part-data">
          <DetailList className="detail-list" details={attributeDetails(part)} inRows />
        </PageSection>
      )}
      {together.length > 0 && (
        <PageSection id="h-together" title={texts.goesTogether} className="section--next no-print">
          <GoesTogether part={card} quantity={quantity} others={together} currency={part.currency} />
        </PageSection>
      )}
      <PartReviews
        key={after}
        partId={part._id}
        listed={reviews}
        isFirstPage={after === undefined}
        score={score}
      />
      {similar.length > 0 && (
        <PageSection
          id="h-similar"
          title={texts.similar}
          action={
            <LinkButton to={partsAddress({ category: part.category })}>{texts.wholeCategory}</LinkButton>
          }
          className="section--next no-print"
        >
          <SmallCards parts={similar} />
        </PageSection>
      )}
      <BuyBar buyBox={buyBox} part={part} quantity={quantity} />
    </div>
  )
}

function PartHead({ part, score }: { part: Product; score: Score | undefined }) {
  const { partNumber, brand } = part
  const countText = useCountText()
  return (
    <header className="part-head">
      <p>
        {partNumber && <b className="part-number numeric">{partNumber}</b>}
        {brand && <PageLink to={partsAddress({ brand })}>{brand}</PageLink>}
        {score && (
          <a
            href={`#${REVIEWS_ID}`}
            className="part-score"
            aria-label={texts.scoreLink(score.average.toFixed(1), countText(score.count))}
          >
            <Icon name="star" className="star--filled" />
            <b className="numeric">{score.average.toFixed(1)}</b>
            <span className="numeric">{`(${countText(score.count)})`}</span>
          </a>
        )}
      </p>
      <h1>{part.productName}</h1>
    </header>
  )
}

function attributeDetails({ attributes }: Product): Detail[] {
  return attributes.map(({ name, text, kind }) => ({
    label: name,
    value: text,
    className: kind === 'number' ? 'numeric' : undefined,
  }))
}

function PartFacts({ part }: { part: Product }) {
  const categoryName = useCategoryName()
  const countText = useCountText()
  const details: Detail[] = [
    {
      label: productTexts.minimumOrderQuantity,
      value: countText(part.minimumOrder),
      className: 'numeric',
    },
    { label: labels.availableQuantity, value: countText(part.availableQuantity), className: 'numeric' },
    { label: labels.category, value: categoryName(part.category) },
  ]
  if (part.brand) details.push({ label: labels.brand, value: part.brand })
  // the id last: people read the part number
  details.push({ label: productTexts.productId, value: part._id, className: 'numeric' })
  return <DetailList className="detail-list part-page__facts" details={details} />
}
