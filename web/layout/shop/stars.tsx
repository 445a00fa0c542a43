import { Link } from 'react-router'
import { starChoiceText, starsText } from '#contract/messages/ui.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { FoldedText } from '../../ui/folded-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'

const FIVE = [1, 2, 3, 4, 5]

export function Stars({ rating }: { rating: number }) {
  const filled = filledStars(rating)
  return (
    <span className="stars" role="img" aria-label={starsText(filled)}>
      {FIVE.map((star) => (
        <Icon key={star} name="star" className={star <= filled ? 'star--filled' : undefined} />
      ))}
    </span>
  )
}

export function filledStars(rating: number): number {
  return Number.isFinite(rating) ? Math.min(5, Math.max(0, Math.ceil(rating))) : 0
}

type StarPickerProps = { name: string; legend: string; defaultValue?: number }

export function StarPicker({ name, legend, defaultValue = 5 }: StarPickerProps) {
  return (
    <fieldset className="field">
      <legend className="lab">{legend}</legend>
      <div className="pick">
        {FIVE.map((star) => (
          <label key={star}>
            <input
              type="radio"
              name={name}
              value={star}
              defaultChecked={star === defaultValue}
              aria-label={starChoiceText(star)}
            />
            <Icon name="star" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const PLACEHOLDER = '/drawings/avatar.svg'

type ReviewCardProps = {
  review: Review
  /** The reviewed part, if the page is not about it. */
  partName?: string | null
}

export function ReviewCard({ review, partName }: ReviewCardProps) {
  return (
    <>
      <Stars rating={review.rating} />
      <FoldedText text={review.description} as="blockquote" />
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
