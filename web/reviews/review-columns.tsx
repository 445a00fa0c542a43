import { Link } from 'react-router'
import { manageReviewTexts as texts } from '#contract/messages/reviews.ts'
import type { ListedReview } from '#contract/reviews/reviews.ts'
import { Time } from '../layout/shop/price.tsx'
import { Stars } from '../layout/shop/stars.tsx'
import { Button } from '../ui/button.tsx'
import { FoldedText } from '../ui/folded-text.tsx'
import type { Column } from '../ui/table.tsx'
import { Tag } from '../ui/tag.tsx'

type Options = { busyId: string | undefined; onToggle: (review: ListedReview) => unknown }

/** The columns of the reviews that an admin looks after. */
export function reviewColumns({ busyId, onToggle }: Options): Column<ListedReview>[] {
  return [
    {
      label: texts.from,
      isRowHead: true,
      cell: ({ name, createdAt }) => (
        <span className="person">
          <span>{name}</span>
          <small>
            <Time at={createdAt} />
          </small>
        </span>
      ),
    },
    {
      label: texts.review,
      isText: true,
      cell: ({ rating, description }) => (
        <>
          <Stars rating={rating} />
          <FoldedText text={description} over={200} />
        </>
      ),
    },
    {
      label: texts.part,
      cell: ({ productId, partIsSold }) => {
        if (!productId) return texts.ofStore
        return partIsSold ? <Link to={`/parts/${productId}`}>{texts.seePart}</Link> : texts.notSold
      },
    },
    {
      label: texts.state,
      cell: ({ hidden }) => <Tag tone={hidden ? 'bad' : 'ok'}>{hidden ? texts.hidden : texts.shown}</Tag>,
    },
    {
      label: texts.action,
      isActions: true,
      cell: (review) => (
        <Button
          size="small"
          look={review.hidden ? undefined : 'bad'}
          disabled={busyId === review._id}
          aria-label={(review.hidden ? texts.showOf : texts.hideOf)(review.name)}
          onClick={() => onToggle(review)}
        >
          {review.hidden ? texts.show : texts.hide}
        </Button>
      ),
    },
  ]
}
