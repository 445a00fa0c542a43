import { productTexts as texts } from '#contract/messages/products.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { ReviewCard } from '../../layout/shop/review-card.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialogs/sheet.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Score } from './part-data.ts'

type PartReviewsProps = { partId: string; reviews: Review[]; score: Score | undefined }

/** What people say about this part. */
export function PartReviews({ partId, reviews, score }: PartReviewsProps) {
  const add = <LinkButton to={`/dashboard/review?part=${partId}`}>{texts.addReview}</LinkButton>
  return (
    <Sheet
      id="h-reviews"
      title={texts.reviews}
      lead={score && texts.score(score.average, score.count)}
      act={reviews.length > 0 && add}
      className="sheet--next"
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
    </Sheet>
  )
}
