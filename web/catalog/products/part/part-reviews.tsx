import { type MouseEvent, useState } from 'react'
import { partPageTexts as texts } from '#contract/catalog/products/part-page-texts.ts'
import { productTexts } from '#contract/catalog/products/texts.ts'
import type { ShownReview } from '#contract/catalog/reviews/reviews.ts'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { browserApi } from '../../../platform/api/browser-api.ts'
import { Time, useCountText } from '../../../platform/layout/price.tsx'
import { addressOf } from '../../../platform/ui/address.ts'
import { LinkButton } from '../../../platform/ui/button.tsx'
import { FoldedText } from '../../../platform/ui/folded-text.tsx'
import { notify } from '../../../platform/ui/notice.tsx'
import { PageSection } from '../../../platform/ui/page-section.tsx'
import { EmptyState } from '../../../platform/ui/states.tsx'
import { Stars } from '../../reviews/stars.tsx'
import type { Score } from './structured-data.ts'

export const REVIEWS_ID = 'h-reviews'

type Listed = { items: ShownReview[]; next: string | null }
type PartReviewsProps = {
  partId: string
  listed: Listed
  isFirstPage: boolean
  score: Score | undefined
}

/** The score with its stars, and the reviews, the newest first; more are added below those that are shown. */
export function PartReviews({ partId, listed, isFirstPage, score }: PartReviewsProps) {
  const add = <LinkButton to={`/dashboard/review?part=${partId}`}>{productTexts.addReview}</LinkButton>
  return (
    <PageSection
      id={REVIEWS_ID}
      title={productTexts.reviews}
      action={score && add}
      className="section--next part-reviews"
    >
      {score ? (
        <div className="part-reviews__columns">
          <ScoreBox score={score} />
          <ReviewList partId={partId} listed={listed} isFirstPage={isFirstPage} count={score.count} />
        </div>
      ) : (
        <EmptyState title={productTexts.noReviews} heading="h3">
          <p>{productTexts.noReviewsText}</p>
          {add}
        </EmptyState>
      )}
    </PageSection>
  )
}

function ScoreBox({ score: { average, count, stars } }: { score: Score }) {
  const countText = useCountText()
  const most = Math.max(...stars)
  return (
    <div>
      <div className="score">
        <b>{average.toFixed(1)}</b>
        <div>
          <Stars rating={average} />
          <p>{texts.scoreOf(countText(count))}</p>
        </div>
      </div>
      <dl className="histogram">
        {[5, 4, 3, 2, 1].map((star) => {
          const reviews = stars[star - 1] ?? 0
          return (
            <div key={star}>
              <dt>{texts.stars(star)}</dt>
              <dd>
                <span className="histogram__bar" aria-hidden="true">
                  <i style={{ width: `${(100 * reviews) / most}%` }} />
                </span>
                <span className="numeric">{countText(reviews)}</span>
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

type ReviewListProps = Pick<PartReviewsProps, 'partId' | 'listed' | 'isFirstPage'> & { count: number }

function ReviewList({ partId, listed, isFirstPage, count }: ReviewListProps) {
  const [{ items, next }, setShown] = useState(listed)
  const [isBusy, setBusy] = useState(false)
  const countText = useCountText()

  async function showMore(event: MouseEvent) {
    event.preventDefault()
    if (isBusy || !next) return
    setBusy(true)
    try {
      const page = await browserApi.listReviews({
        query: { productId: partId, limit: listed.items.length, after: next },
      })
      const known = new Set(items.map(({ _id }) => _id))
      const added = page.items.filter(({ _id }) => !known.has(_id))
      setShown({ items: [...items, ...added], next: page.next })
    } catch {
      notify({ text: uiTexts.connectionLost, variant: 'danger' })
    }
    setBusy(false)
  }
  // the link is gone after the last page: the focus stays in the list
  const onLast = (element: HTMLElement | null) => {
    if (!next && items.length > listed.items.length && document.activeElement === document.body)
      element?.focus({ preventScroll: true })
  }
  return (
    <div>
      <ol className="review-rows">
        {items.map((review) => (
          <li key={review._id}>
            <div className="review-rows__text">
              <Stars rating={review.rating} />
              <FoldedText text={review.description} as="blockquote" />
            </div>
            <p>
              <b>{review.name}</b>
              <Time at={review.createdAt} style="date" />
            </p>
          </li>
        ))}
      </ol>
      <div className="review-rows__more">
        {isFirstPage && count > listed.items.length && (
          <p ref={onLast} role="status" tabIndex={-1}>
            {texts.shownOf(countText(items.length), countText(count))}
          </p>
        )}
        {!isFirstPage && <LinkButton to={`/parts/${partId}`}>{texts.firstReviews}</LinkButton>}
        {next && (
          <LinkButton
            prefetch="none"
            to={`${addressOf(`/parts/${partId}`, { after: next })}#${REVIEWS_ID}`}
            aria-busy={isBusy}
            onClick={(event) => void showMore(event)}
          >
            {texts.moreReviews}
          </LinkButton>
        )}
      </div>
    </div>
  )
}
