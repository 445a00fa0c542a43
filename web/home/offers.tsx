import { offers, homeTexts as texts } from '#contract/messages/home.ts'
import { CarouselControls, CarouselPages, CarouselTrack, useCarousel } from '../ui/carousel.tsx'
import { Drawing } from '../ui/picture.tsx'

/** Six promotions on blueprint ground; the row runs off the sheet. */
export function Offers() {
  const carousel = useCarousel(offers.length)
  return (
    <section className="sheet blueprint" aria-labelledby="h-offers">
      <div className="wrap">
        <div className="offer">
          <div className="sheet__no" aria-hidden="true" />
          <div className="offer__copy">
            <span className="badge">{texts.offerBadge}</span>
            <h2 id="h-offers">{texts.offers}</h2>
            <p>{texts.offersText}</p>
            <div className="offer__ctrl">
              <CarouselPages carousel={carousel} slideName={texts.offer} />
              <CarouselControls carousel={carousel} label={texts.offersName} />
            </div>
          </div>
          <CarouselTrack carousel={carousel} label={texts.offersName} className="slides">
            {offers.map((offer, index) => (
              <Offer key={offer.title} offer={offer} place={`${index + 1}/${offers.length}`} />
            ))}
          </CarouselTrack>
        </div>
      </div>
    </section>
  )
}

function Offer({ offer, place }: { offer: (typeof offers)[number]; place: string }) {
  return (
    <>
      <div className="art">
        <Drawing src={offer.picture} />
      </div>
      <div className="txt">
        <h3>{offer.title}</h3>
        <span className="of num" aria-hidden="true">
          {place}
        </span>
        <p className="terms">{offer.subtitle}</p>
        <p>{offer.text}</p>
      </div>
    </>
  )
}
