import { starChoiceText, starsText } from '#contract/messages/ui.ts'
import { Icon } from '../../ui/icon.tsx'
import { filledStars } from './rating.ts'

const FIVE = [1, 2, 3, 4, 5]

/** A rating as five stars, rounded up to whole ones. */
export function Stars({ rating }: { rating: number }) {
  const filled = filledStars(rating)
  return (
    <span className="stars" role="img" aria-label={starsText(filled)}>
      {FIVE.map((star) => (
        <Icon key={star} name="star" className={star <= filled ? 'on' : undefined} />
      ))}
    </span>
  )
}

type StarPickerProps = { name: string; legend: string; defaultValue?: number }

/** One to five stars as a radio group: arrows move, the form carries the number. */
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
