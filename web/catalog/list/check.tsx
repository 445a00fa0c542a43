import { useRef } from 'react'
import type { Counts } from '#contract/catalog/search/search.ts'
import { searchTexts as texts } from '#contract/catalog/search/texts.ts'
import { useCountText } from '../../platform/layout/price.tsx'
import { useChange } from './form-parts.tsx'

type CheckProps = { name: string; value: string; text: string; count: Counts['total']; isChosen: boolean }

/** A choice of a filter with its number of parts. */
export function Check({ name, value, text, count, isChosen }: CheckProps) {
  const ref = useRef<HTMLInputElement>(null)
  // at once as it was clicked; as the page has it once that has changed, such as by a chip
  useChange(isChosen, () => {
    if (ref.current) ref.current.checked = isChosen
  })
  const isEmpty = count.parts === 0 && !isChosen
  return (
    <label className="check">
      <input
        ref={ref}
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isChosen}
        disabled={isEmpty}
      />
      <span>{text}</span>
      <PartCount {...count} />
    </label>
  )
}

function PartCount(amount: Counts['total']) {
  return <small className="numeric">{useAmountText()(amount)}</small>
}

/** Returns the text of a number of parts. The store counts up to a limit: with `isMore` it is a lower bound. */
export function useAmountText(): (amount: Counts['total']) => string {
  const countText = useCountText()
  return ({ parts, isMore }) => (isMore ? texts.andMore(countText(parts)) : countText(parts))
}
