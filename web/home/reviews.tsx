import { homeTexts as texts } from '#contract/messages/home.ts'
import type { ShownReview } from '#contract/reviews/reviews.ts'
import { ReviewCard } from '../layout/shop/review-card.tsx'
import { LinkButton } from '../ui/button.tsx'
import { CarouselControls, CarouselPages, CarouselTrack, useCarousel } from '../ui/carousel.tsx'
import { Sheet } from '../ui/dialogs/sheet.tsx'
import { EmptyState } from '../ui/states.tsx'

/** What customers say, newest first, in a row without end. */
export function Reviews({ reviews }: { reviews: ShownReview[] }) {
  const carousel = useCarousel(reviews.length)
  return (
    <Sheet
      id="h-reviews"
      title={texts.reviews}
      lead={texts.reviewsText}
      act={reviews.length > 1 && <CarouselControls carousel={carousel} label={texts.reviewsName} />}
      className="sheet--next wrap"
    >
      {reviews.length > 0 ? (
        <>
          <CarouselTrack carousel={carousel} label={texts.reviewsName} className="reviews">
            {reviews.map((review) => (
              <ReviewCard key={review._id} review={review} partName={review.productName} />
            ))}
          </CarouselTrack>
          {reviews.length > 1 && <CarouselPages carousel={carousel} slideName={texts.review} />}
        </>
      ) : (
        <EmptyState title={texts.noReviews} heading="h3">
          <p>{texts.noReviewsText}</p>
          <LinkButton to="/dashboard/review">{texts.addReview}</LinkButton>
        </EmptyState>
      )}
    </Sheet>
  )
}
