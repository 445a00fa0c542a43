import type { ShownReview } from '#contract/catalog/reviews/reviews.ts'
import {
  networkLinkText,
  networkNames,
  offers,
  orderingSteps,
  team,
  homeTexts as texts,
} from '#contract/store/content/home-texts.ts'
import { useTopCategories } from '../catalog/part-types/categories.ts'
import { PartCard } from '../catalog/products/part-card.tsx'
import type { PartCardData } from '../catalog/products/part-card-data.ts'
import { partsAddress } from '../catalog/products/parts-address.ts'
import { ReviewCard } from '../catalog/reviews/review-card.tsx'
import { useStore, useStoreConfig } from '../platform/api/store-config.ts'
import { telLink } from '../platform/ui/address.ts'
import { buttonClass, LinkButton, PageLink } from '../platform/ui/button.tsx'
import { CarouselControls, CarouselPages, CarouselTrack, useCarousel } from '../platform/ui/carousel.tsx'
import { Icon } from '../platform/ui/icon.tsx'
import { PageSection } from '../platform/ui/page-section.tsx'
import { Drawing } from '../platform/ui/picture.tsx'
import { EmptyState } from '../platform/ui/states.tsx'

export function Statistics({ statistics }: { statistics: { label: string; value: string }[] }) {
  return (
    <section className="statistics wrap" aria-label={texts.statistics}>
      <dl>
        {statistics.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const networks = ['facebook', 'linkedin', 'x'] as const

export function Team() {
  const { phone } = useStore()
  return (
    <PageSection id="h-team" title={texts.team}>
      <ul className="team">
        {team.map(({ name, work, portrait, links }) => (
          <li key={name}>
            <div className="figure">
              <Drawing src={portrait} alt={name} width={200} height={208} />
            </div>
            <div className="team__body">
              <h3>{name}</h3>
              <p>{work}</p>
              <a className={buttonClass({})} href={telLink(phone)} aria-label={texts.callPerson(name)}>
                <Icon name="phone" size={18} />
                <span>{texts.call}</span>
              </a>
            </div>
            <div className="social">
              {networks.map((network) => (
                <a
                  key={network}
                  className="icon-button"
                  href={links[network]}
                  rel="noreferrer"
                  aria-label={networkLinkText(name, networkNames[network])}
                >
                  <Icon name={network} />
                </a>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

export function Parts({ parts }: { parts: PartCardData[] }) {
  const allParts = <LinkButton to="/parts">{texts.allParts}</LinkButton>
  return (
    <PageSection id="h-parts" title={texts.parts} action={allParts} className="section--next wrap">
      {parts.length > 0 ? (
        <ul className="grid grid--home">
          {parts.map((part) => (
            <PartCard key={part.id} part={part} />
          ))}
        </ul>
      ) : (
        <EmptyState title={texts.noParts} heading="h3">
          <p>{texts.noPartsText}</p>
        </EmptyState>
      )}
    </PageSection>
  )
}

/** Characters: some five lines, so that the cards of the carousel are about equally high. */
const FOLD_REVIEWS_OVER = 170

export function Reviews({ reviews }: { reviews: ShownReview[] }) {
  const carousel = useCarousel(reviews.length)
  return (
    <PageSection
      id="h-reviews"
      title={texts.reviews}
      lead={texts.reviewsText}
      action={reviews.length > 1 && <CarouselControls carousel={carousel} label={texts.reviewsName} />}
      className="section--next wrap"
    >
      {reviews.length > 0 ? (
        <>
          <CarouselTrack carousel={carousel} label={texts.reviewsName} className="reviews">
            {reviews.map((review) => (
              <ReviewCard
                key={review._id}
                review={review}
                partName={review.productName}
                foldOver={FOLD_REVIEWS_OVER}
              />
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
    </PageSection>
  )
}

export function Offers() {
  const carousel = useCarousel(offers.length)
  return (
    <section className="section blueprint" aria-labelledby="h-offers">
      <div className="wrap">
        <div className="offer">
          <div className="section__number" aria-hidden="true" />
          <div className="offer__copy">
            <span className="badge">{texts.offerBadge}</span>
            <h2 id="h-offers">{texts.offers}</h2>
            <p>{texts.offersText}</p>
            <div className="offer__controls">
              <CarouselPages carousel={carousel} slideName={texts.offer} />
              <CarouselControls carousel={carousel} label={texts.offersName} />
            </div>
          </div>
          <CarouselTrack carousel={carousel} label={texts.offersName} className="slides">
            {offers.map((offer, index) => (
              <Offer key={offer.title} offer={offer} number={`${index + 1}/${offers.length}`} />
            ))}
          </CarouselTrack>
        </div>
      </div>
    </section>
  )
}

function Offer({ offer, number }: { offer: (typeof offers)[number]; number: string }) {
  return (
    <>
      <div className="slide__image">
        <Drawing src={offer.picture} />
      </div>
      <div className="slide__text">
        <h3>{offer.title}</h3>
        <span className="slide__number numeric" aria-hidden="true">
          {number}
        </span>
        <p className="terms">{offer.subtitle}</p>
        <p>{offer.text}</p>
      </div>
    </>
  )
}

type Step = { title: string; text: string; more?: string | undefined; drawing: string }

/** `isNext`: below another section of the same ground. */
export function Ordering({ isNext }: { isNext: boolean }) {
  const config = useStoreConfig()
  const { find, order, pay, payAtCounter, follow } = orderingSteps
  const steps: Step[] = [
    { ...find, drawing: 'catalogue-lens' },
    { ...order, drawing: 'order-docket', more: config && texts.held(config.store.unpaidOrderHours) },
    config?.payment.mode === 'off'
      ? { ...payAtCounter, drawing: 'coins' }
      : { ...pay, drawing: 'payment-card' },
    { ...follow, drawing: 'carton' },
  ]
  return (
    <PageSection
      id="h-ordering"
      title={texts.ordering}
      lead={texts.orderingText}
      className={isNext ? 'section--next wrap' : 'wrap'}
    >
      <ol className="steps">
        {steps.map(({ title, text, more, drawing }, index) => (
          <li key={drawing}>
            <div className="figure">
              <Drawing src={`/drawings/${drawing}.svg?callout=${index + 1}`} />
            </div>
            <div className="steps__body">
              <h3>{title}</h3>
              <p>{more ? `${text} ${more}` : text}</p>
            </div>
          </li>
        ))}
      </ol>
    </PageSection>
  )
}

export function Categories() {
  const categories = useTopCategories()
  return (
    <PageSection
      id="h-categories"
      title={texts.categories}
      lead={texts.categoriesText}
      className="section--next wrap"
    >
      <ul className="categories">
        {categories.map(({ id, name, description, drawing }) => (
          <li key={id}>
            <PageLink to={partsAddress({ category: id })}>
              <span className="figure">{drawing && <Drawing src={drawing} width={96} height={72} />}</span>
              <b>{name}</b>
              <span>{description}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
