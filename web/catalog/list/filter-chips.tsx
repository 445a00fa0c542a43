import { Link } from 'react-router'
import { rangeTexts } from '#contract/catalog/search/attribute-filters.ts'
import { WITHOUT_TYPE } from '#contract/catalog/search/filters.ts'
import { listTexts } from '#contract/catalog/search/list-texts.ts'
import type { Counts } from '#contract/catalog/search/search.ts'
import { searchTexts as texts } from '#contract/catalog/search/texts.ts'
import { plainInput } from '#contract/platform/formats.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { usePriceText } from '../../platform/layout/price.tsx'
import { Icon } from '../../platform/ui/icon.tsx'
import { useCategoryName } from '../part-types/categories.ts'
import {
  attributesOf,
  changeView,
  type PartsView,
  partsAddress,
  withoutFilters,
} from '../products/parts-address.ts'
import { hasBounds } from './attribute-fields.tsx'
import type { FilterErrors } from './filter-errors.ts'

export type NamedAttribute = Pick<Counts['attributes'][number], 'key' | 'name' | 'unit'>
/** `others`: attributes of the view by which the list cannot be filtered. */
type Props = { view: PartsView; counts: Counts; others: readonly NamedAttribute[]; errors: FilterErrors }
/** `hasField`: a field of the filters says the error, too. */
type Chip = { text: string; rest: PartsView; error?: string | undefined; hasField?: boolean | undefined }

/** The filters of the list; each takes itself away. One that is wrong says why the list does without it. */
export function FilterChips({ view, counts, others, errors }: Props) {
  const price = usePriceRange(view)
  const { locale } = useStore()
  const brands = brandsOf(view)
  const chips: Chip[] = brands.map((brand) => ({
    text: brand,
    rest: { brand: brands.filter((other) => other !== brand).join(',') },
    error: errors.brand,
  }))
  const categoryName = useCategoryName()
  if (view.subcategory)
    chips.push({
      text: categoryName(view.subcategory),
      rest: { subcategory: undefined },
      error: errors.subcategory,
    })
  const type = counts.types.find(({ key }) => key === view.type)
  if (view.type)
    chips.push({ text: type?.plural ?? typeText(view.type), rest: { type: undefined }, error: errors.type })
  for (const [key, text] of attributesOf(view)) {
    const known = counts.attributes.find((one) => one.key === key)
    const name = `a.${key}` as const
    const named = known ?? others.find((one) => one.key === key)
    const values = listTexts.value(valuesText(text, known, locale), named?.unit ?? null)
    chips.push({
      text: listTexts.filterText(named?.name ?? key, values),
      rest: { [name]: undefined },
      error: errors[name],
      hasField: known && hasBounds(known, text),
    })
  }
  if (price)
    chips.push({
      text: price,
      rest: { minPrice: undefined, maxPrice: undefined },
      error: errors.minPrice ?? errors.maxPrice,
      hasField: true,
    })
  if (view.inStock && (view.inStock === 'true' || errors.inStock))
    chips.push({ text: texts.inStock, rest: { inStock: undefined }, error: errors.inStock })
  if (chips.length === 0) return null
  return (
    <ul className="chips" aria-label={texts.chosen}>
      {chips.map(({ text, rest, error, hasField }, at) => (
        <li key={text}>
          <Link
            to={partsAddress(changeView(view, rest))}
            aria-label={texts.remove(text)}
            aria-describedby={error && `chip-error-${at}`}
            preventScrollReset
            rel="nofollow"
          >
            <span>{text}</span>
            <Icon name="close" />
          </Link>
          {error && (
            <p className={hasField ? 'error is-at-field' : 'error'}>
              <span>{text}</span>
              <span id={`chip-error-${at}`}>{error}</span>
            </p>
          )}
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

/** `280, 288`, `256 to 300`, `Front`; of a filter that is wrong as it stands in the address. */
function valuesText(
  text: string,
  attribute: Counts['attributes'][number] | undefined,
  locale: string,
): string {
  const range = rangeTexts(text)
  const min = range && plainInput(range.min, locale)
  const max = range && plainInput(range.max, locale)
  if (min && max) return texts.between(min, max)
  if (min) return texts.atLeast(min)
  if (max) return texts.atMost(max)
  const chosen = attribute?.values.filter(({ isChosen }) => isChosen).map((one) => one.text)
  return chosen?.length ? chosen.join(', ') : text
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

function typeText(type: string): string {
  return type === WITHOUT_TYPE ? listTexts.noType : type
}
