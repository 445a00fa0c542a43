import { Link } from 'react-router'
import { ATTRIBUTE_PREFIX } from '#contract/catalog/search/attribute-filters.ts'
import { listTexts as texts } from '#contract/catalog/search/list-texts.ts'
import type { Counts } from '#contract/catalog/search/search.ts'
import { searchTexts } from '#contract/catalog/search/texts.ts'
import { useCountText } from '../../platform/layout/price.tsx'
import { changeView, type PartsView, partsAddress } from '../products/parts-address.ts'

/** What an empty list has instead of the values that its filters ask for. */
export function NearestValues({ view, counts }: { view: PartsView; counts: Counts }) {
  const countText = useCountText()
  return nearestValues(view, counts.attributes).map(({ attribute: { key, name, kind, unit }, values }) => (
    <div key={key} className="nearest">
      <p id={`nearest-${key}`}>{kind === 'number' ? texts.nearest(name) : texts.others(name)}</p>
      <ul className="chips" aria-labelledby={`nearest-${key}`}>
        {values.map(({ value, text, parts }) => (
          <li key={value}>
            <Link to={partsAddress(changeView(view, { [`a.${key}`]: value }))} rel="nofollow">
              {texts.valueParts(texts.value(text, unit), searchTexts.parts(countText(parts), parts === 1))}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ))
}

type Attribute = Counts['attributes'][number]
type Value = Attribute['values'][number]

const NUMBERS_SHOWN = 2
const CHOICES_SHOWN = 4

/**
 * For each attribute by which an empty list is filtered: the values that parts have without that filter, in their order. Of
 * numbers the two nearest to what was asked for, of choices the most frequent.
 */
export function nearestValues(
  view: PartsView,
  attributes: Counts['attributes'],
): { attribute: Attribute; values: Value[] }[] {
  return attributes.flatMap((attribute) => {
    const asked = view[`${ATTRIBUTE_PREFIX}${attribute.key}`]
    const others = attribute.values.filter(({ parts, isChosen }) => parts > 0 && !isChosen)
    if (!asked || others.length === 0) return []
    const isNumber = attribute.kind === 'number'
    const distance = ({ value, parts }: Value) => (isNumber ? distanceTo(asked, Number(value)) : -parts)
    const nearest = others
      .toSorted((a, b) => distance(a) - distance(b))
      .slice(0, isNumber ? NUMBERS_SHOWN : CHOICES_SHOWN)
    return [{ attribute, values: others.filter((one) => nearest.includes(one)) }]
  })
}

/** From a number to the nearest of `280,288`, or to the bounds of `256..300`. */
function distanceTo(asked: string, number: number): number {
  const bounds = asked.split(/\.\.|,/).filter(Boolean)
  return Math.min(...bounds.map((one) => Math.abs(Number(one) - number)))
}
