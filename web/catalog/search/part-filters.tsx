import { Form, Link } from 'react-router'
import type { Category } from '#contract/catalog/part-types/categories.ts'
import { productTexts, sortNames } from '#contract/catalog/products/texts.ts'
import type { Counts } from '#contract/catalog/search/search.ts'
import { searchTexts as texts } from '#contract/catalog/search/texts.ts'
import { plainInput } from '#contract/platform/amount-input.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { Choices } from '../../platform/forms/choices.tsx'
import { MoneyField } from '../../platform/forms/typed-fields.tsx'
import { useCountText, usePriceText } from '../../platform/layout/price.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Icon } from '../../platform/ui/icon.tsx'
import { useTopCategories } from '../part-types/categories.ts'
import { type PartsView, partsAddress } from '../products/parts-address.ts'

export type PriceErrors = { minPrice?: string | undefined; maxPrice?: string | undefined }
type Props = { view: PartsView; counts: Counts; errors: PriceErrors | undefined }

export function PartFilters({ view, counts, errors }: Props) {
  const chosen = brandsOf(view)
  return (
    <details className="filter-panel" key={partsAddress(view)} open={errors !== undefined}>
      <summary>
        <span>{texts.filters}</span>
        <Icon name="down" />
      </summary>
      <Form action="/parts">
        {Object.entries(withoutFilters(view)).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {counts.brands.length > 0 && (
          <fieldset>
            <legend>{texts.brand}</legend>
            <div className="filter-panel__brands">
              {counts.brands.map(({ brand, ...count }) => (
                <label key={brand} className="check">
                  <input
                    type="checkbox"
                    name="brand"
                    value={brand.replaceAll(',', ' ')}
                    defaultChecked={chosen.some((one) => isSameBrand(one, brand))}
                  />
                  <span>{brand}</span>
                  <PartCount {...count} />
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <fieldset>
          <legend>{texts.price}</legend>
          <div className="filter-panel__price">
            <PriceField name="minPrice" label={texts.lowest} view={view} errors={errors} />
            <PriceField name="maxPrice" label={texts.highest} view={view} errors={errors} />
          </div>
        </fieldset>
        <fieldset>
          <legend>{texts.stock}</legend>
          <label className="check">
            <input type="checkbox" name="inStock" value="true" defaultChecked={view.inStock === 'true'} />
            <span>{texts.inStock}</span>
            <PartCount {...counts.inStock} />
          </label>
        </fieldset>
        <Button type="submit">{texts.show}</Button>
      </Form>
    </details>
  )
}

type PriceFieldProps = Omit<Props, 'counts'> & { name: keyof PriceErrors; label: string }

function PriceField({ name, label, view, errors }: PriceFieldProps) {
  const { locale } = useStore()
  const text = view[name]
  // invalid text is shown as it was typed
  const shown = errors ? text : text && plainInput(text, locale)
  return <MoneyField name={name} label={label} error={errors?.[name]} defaultValue={shown} />
}

/** A number of parts. The store counts up to a limit: with `isMore` it is a lower bound. */
function PartCount({ parts, isMore }: Counts['total']) {
  const count = useCountText()(parts)
  return <small className="numeric">{isMore ? texts.andMore(count) : count}</small>
}

export function FilterChips({ view }: { view: PartsView }) {
  const brands = brandsOf(view)
  const price = usePriceRange(view)
  const chips: { text: string; rest: PartsView }[] = brands.map((brand) => ({
    text: brand,
    rest: { ...view, brand: brands.filter((other) => other !== brand).join(',') },
  }))
  if (price) chips.push({ text: price, rest: { ...view, minPrice: undefined, maxPrice: undefined } })
  if (view.inStock === 'true') chips.push({ text: texts.inStock, rest: { ...view, inStock: undefined } })
  if (chips.length === 0) return null
  return (
    <ul className="chips" aria-label={texts.chosen}>
      {chips.map(({ text, rest }) => (
        <li key={text}>
          <Link to={partsAddress(rest)} aria-label={texts.remove(text)}>
            <span>{text}</span>
            <Icon name="close" />
          </Link>
        </li>
      ))}
      <li>
        <Link to={partsAddress(withoutFilters(view))}>{texts.clear}</Link>
      </li>
    </ul>
  )
}

export function withoutFilters({ q, category, sort }: PartsView): PartsView {
  return { q, category, sort }
}

function usePriceRange({ minPrice, maxPrice }: PartsView): string | undefined {
  const priceText = usePriceText()
  const format = (amount: string) => (Number.isFinite(Number(amount)) ? priceText(Number(amount)) : amount)
  if (minPrice && maxPrice) return texts.between(format(minPrice), format(maxPrice))
  if (minPrice) return texts.atLeast(format(minPrice))
  return maxPrice && texts.atMost(format(maxPrice))
}

function brandsOf({ brand }: PartsView): string[] {
  return brand?.split(',').filter(Boolean) ?? []
}

/** An address may spell a brand without its capitals, accents and signs. */
function isSameBrand(one: string, other: string): boolean {
  const plain = (text: string) => text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '')
  return plain(one).localeCompare(plain(other), 'en', { sensitivity: 'base' }) === 0
}

const { relevance: _, ...sortsWithoutQuery } = sortNames

export function CategoriesAndOrder({ view, counts }: { view: PartsView; counts: Counts }) {
  // only search results have a relevance, which is their default order
  const sorts = Object.entries(view.q ? sortNames : sortsWithoutQuery)
  const [defaultSort] = sorts[0] ?? []
  const sort = view.sort ?? defaultSort
  const categories = useTopCategories()
  const shown = categories.find(({ id }) => id === view.category)
  const chosen = [shown?.name ?? productTexts.allParts, sorts.find(([name]) => name === sort)?.[1]]
  return (
    <details className="filter-panel filter-panel--categories" key={partsAddress(view)}>
      <summary>
        <span>
          <span>{`${productTexts.categoriesAndOrder} `}</span>
          <small>{chosen.filter(Boolean).join(', ')}</small>
        </span>
        <Icon name="down" />
      </summary>
      <div className="filters">
        <nav aria-labelledby="f-categories">
          <p id="f-categories">{productTexts.categories}</p>
          <ul>
            {[undefined, ...categories].map((category) => (
              <li key={category?.id ?? ''}>
                <CategoryLink category={category} view={view} counts={counts} />
              </li>
            ))}
          </ul>
        </nav>
        <Choices
          label={productTexts.sortedBy}
          choices={sorts.map(([name, text]) => ({
            text,
            to: partsAddress({ ...view, sort: name === defaultSort ? undefined : name }),
            isCurrent: sort === name,
          }))}
        />
      </div>
    </details>
  )
}

type LinkProps = { category: Category | undefined; view: PartsView; counts: Counts }

function CategoryLink({ category, view, counts }: LinkProps) {
  const isShown = view.category === category?.id
  const { parts = 0, isMore = false } = counts.categories.find((one) => one.category === category?.id) ?? {}
  const content = (
    <>
      <span>{category?.name ?? productTexts.allParts}</span>
      {category && <PartCount parts={parts} isMore={isMore} />}
    </>
  )
  if (category && parts === 0 && !isShown) return <span>{content}</span>
  return (
    <Link to={partsAddress({ ...view, category: category?.id })} aria-current={isShown ? 'page' : undefined}>
      {content}
    </Link>
  )
}
