import { Link } from 'react-router'
import { overviewTexts as texts } from '#contract/messages/overview.ts'
import type { Estimate } from '#contract/requests/requests.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { Time } from '../layout/shop/price.tsx'
import { Stars } from '../layout/shop/stars.tsx'

/** What customers wrote last. */
export function NewestReviews({ reviews }: { reviews: Review[] }) {
  return (
    <section aria-labelledby="h-reviews">
      <h2 id="h-reviews">{texts.reviews}</h2>
      {reviews.length === 0 && <p>{texts.noReviews}</p>}
      <ul className="lately">
        {reviews.map(({ _id, name, rating, description, createdAt }) => (
          <li key={_id}>
            <Stars rating={rating} />
            <small>
              <Time at={createdAt} style="date" />
            </small>
            <b>{name}</b>
            <span className="lately__text">{description}</span>
          </li>
        ))}
      </ul>
      <Link to="/dashboard/reviews">{texts.allReviews}</Link>
    </section>
  )
}

/** Who asked for an estimate last, and of what. */
export function NewestEstimates({ estimates }: { estimates: Estimate[] }) {
  return (
    <section aria-labelledby="h-estimates">
      <h2 id="h-estimates">{texts.estimates}</h2>
      {estimates.length === 0 && <p>{texts.noEstimates}</p>}
      <ul className="lately">
        {estimates.map(({ _id, name, part, vehicle, year, note, createdAt }) => (
          <li key={_id}>
            <b>{name}</b>
            <small>
              <Time at={createdAt} style="date" />
            </small>
            <span className="lately__text">
              {[part, vehicle, year].filter(Boolean).join(', ') || note || texts.anyPart}
            </span>
          </li>
        ))}
      </ul>
      <Link to="/dashboard/estimates">{texts.allEstimates}</Link>
    </section>
  )
}
