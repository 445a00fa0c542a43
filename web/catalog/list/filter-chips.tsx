import { Link } from 'react-router'
import type { Counts } from '#contract/catalog/search/search.ts'
import { searchTexts as texts } from '#contract/catalog/search/texts.ts'
import { usePriceText } from '../../platform/layout/price.tsx'
import { Icon } from '../../platform/ui/icon.tsx'
import {
  attributesOf,
  changeView,
  type PartsView,
  partsAddress,
  withoutFilters,
} from '../products/parts-address.ts'

/** The filters of the list; each takes itself away. */
export function FilterChips({ view, counts }: { view: PartsView; counts: Counts }) {
  const price = usePriceRange(view)
  const brands = brandsOf(view)
  const chips: { text: string; rest: PartsView }[] = brands.map((brand) => ({
    text: brand,
    rest: { brand: brands.filter((other) => other !== brand).join(',') },
  }))
  const type = counts.types.find(({ key }) => key === view.type)
  if (view.type) chips.push({ text: type?.plural ?? view.type, rest: { type: undefined } })
  for (const [key, text] of attributesOf(view)) {
    const known = counts.attributes.find((one) => one.key === key)
    const texts = known?.values.filter(({ isChosen }) => isChosen).map((one) => one.text)
    const shown = text.includes('..') || !texts?.length ? text : texts.join(', ')
    const unit = known?.unit ? ` ${known.unit}` : ''
    chips.push({ text: `${known?.name ?? key}: ${shown}${unit}`, rest: { [`a.${key}`]: undefined } })
  }
  if (price) chips.push({ text: price, rest: { minPrice: undefined, maxPrice: undefined } })
  if (view.inStock === 'true') chips.push({ text: texts.inStock, rest: { inStock: undefined } })
  if (chips.length === 0) return null
  return (
    <ul className="chips" aria-label={texts.chosen}>
      {chips.map(({ text, rest }) => (
        <li key={text}>
          <Link
            to={partsAddress(changeView(view, rest))}
            aria-label={texts.remove(text)}
            preventScrollReset
            rel="nofollow"
          >
            <span>{text}</span>
            <Icon name="close" />
          </Link>
        </li>
      ))}
      <li>
        <Link to={partsAddress(withoutFilters(view))} preventScrollReset>
          {texts.clear}
        </Link>
      </li>
    </ul>
  )
}

function usePriceRange({ minPrice, maxPrice }: PartsView): string | undefined {
  const priceText = usePriceText()
  const format = (amount: string) => (Number.isFinite(Number(amount)) ? priceText(Number(amount)) : amount)
  if (minPrice && maxPrice) return texts.between(format(minPrice), format(maxPrice))
  if (minPrice) return texts.atLeast(format(minPrice))
  return maxPrice && texts.atMost(format(maxPrice))
}

export function brandsOf({ brand }: PartsView): string[] {
  return brand?.split(',').filter(Boolean) ?? []
}
