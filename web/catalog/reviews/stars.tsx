import { starChoiceText, starsText } from '#contract/platform/texts/ui.ts'
import { Icon } from '../../platform/ui/icon.tsx'

const RATINGS = [1, 2, 3, 4, 5]

export function Stars({ rating }: { rating: number }) {
  const filled = filledStars(rating)
  return (
    <span className="stars" role="img" aria-label={starsText(filled)}>
      {RATINGS.map((star) => (
        <Icon key={star} name="star" className={star <= filled ? 'star--filled' : undefined} />
      ))}
    </span>
  )
}

export function filledStars(rating: number): number {
  return Number.isFinite(rating) ? Math.min(5, Math.max(0, Math.ceil(rating))) : 0
}

export function StarPicker({ name, legend }: { name: string; legend: string }) {
  return (
    <fieldset className="field">
      <legend className="field-label">{legend}</legend>
      <div className="star-picker">
        {RATINGS.map((star) => (
          <label key={star}>
            <input
              type="radio"
              name={name}
              value={star}
              defaultChecked={star === 5}
              aria-label={starChoiceText(star)}
            />
            <Icon name="star" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
