import { Link } from 'react-router'
import type { Review } from '#contract/catalog/reviews/reviews.ts'
import { FoldedText } from '../../platform/ui/folded-text.tsx'
import { Picture } from '../../platform/ui/picture.tsx'
import { Stars } from './stars.tsx'

const PLACEHOLDER = '/drawings/avatar.svg'

type ReviewCardProps = {
  review: Review
  /** The reviewed part, if the page is not about it. */
  partName?: string | null
  /** Characters of a review of which only the first lines are shown. */
  foldOver?: number
}

export function ReviewCard({ review, partName, foldOver }: ReviewCardProps) {
  return (
    <>
      <Stars rating={review.rating} />
      <FoldedText text={review.description} over={foldOver} as="blockquote" />
      <div className="review__author">
        <div className="figure">
          <Picture src={review.img ?? PLACEHOLDER} fallback={PLACEHOLDER} alt="" width={56} height={58} />
        </div>
        <div>
          <b>{review.name}</b>
          {partName && <Link to={`/parts/${review.productId}`}>{partName}</Link>}
        </div>
      </div>
    </>
  )
}
