import { useId } from 'react'
import { Form, Link } from 'react-router'
import { searchTexts as texts } from '#contract/messages/search.ts'
import type { Counts } from '#contract/products/search.ts'
import { type PartsView, partsAddress } from '../../layout/shop/parts-address.ts'
import { useCountText, usePriceText } from '../../layout/shop/price.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ErrorText } from '../../ui/forms/form-signs.tsx'
import { Icon } from '../../ui/icon.tsx'

export type PriceErrors = { minPrice?: string | undefined; maxPrice?: string | undefined }
type Props = { view: PartsView; counts: Counts; errors: PriceErrors | undefined }

/** Brand, price and stock as a plain form, whose answer is an address. Open where a price is to be mended. */
export function PartFilters({ view, counts, errors }: Props) {
  const chosen = brandsOf(view)
  const kept = { q: view.q, category: view.category, sort: view.sort }
  return (
    <details className="narrow" key={partsAddress(view)} open={errors !== undefined}>
      <summary>
        {texts.filters}
        <Icon name="down" />
      </summary>
      <Form action="/parts">
        {Object.entries(kept).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {counts.brands.length > 0 && (
          <fieldset>
            <legend>{texts.brand}</legend>
            <div className="narrow__brands">
              {counts.brands.map(({ brand, ...amount }) => (
                <label key={brand} className="check">
                  <input
                    type="checkbox"
                    name="brand"
                    value={brand.replaceAll(',', ' ')}
                    defaultChecked={chosen.some((one) => isSame(one, brand))}
                  />
                  <span>{brand}</span> <Amount {...amount} />
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <fieldset>
          <legend>{texts.price}</legend>
          <div className="narrow__price">
            <PriceField name="minPrice" label={texts.lowest} value={view.minPrice} error={errors?.minPrice} />
            <PriceField
              name="maxPrice"
              label={texts.highest}
              value={view.maxPrice}
              error={errors?.maxPrice}
            />
          </div>
        </fieldset>
        <fieldset>
          <legend>{texts.stock}</legend>
          <label className="check">
            <input type="checkbox" name="inStock" value="true" defaultChecked={view.inStock === 'true'} />
            <span>{texts.inStock}</span> <Amount {...counts.inStock} />
          </label>
        </fieldset>
        <Button type="submit">{texts.show}</Button>
      </Form>
    </details>
  )
}

type PriceFieldProps = {
  name: string
  label: string
  value: PartsView['minPrice']
  error: string | undefined
}

function PriceField({ name, label, value, error }: PriceFieldProps) {
  const id = useId()
  return (
    <div className={classNames('field', error && 'is-bad')}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        name={name}
        min="0"
        max="999999.99"
        step="any"
        inputMode="decimal"
        defaultValue={value ?? ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
      />
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </div>
  )
}

/** A number of parts; beyond the bound of counting, at least so many. */
export function Amount({ parts, isMore }: Counts['total']) {
  const count = useCountText()(parts)
  return <small className="num">{isMore && parts > 0 ? texts.andMore(count) : count}</small>
}

/** What the list is narrowed to, each to be taken away. */
export function Chips({ view }: { view: PartsView }) {
  const write = usePriceText()
  const all = chips({
    view,
    write: (amount) => (Number.isFinite(Number(amount)) ? write(Number(amount)) : amount),
  })
  if (all.length === 0) return null
  return (
    <ul className="chips" aria-label={texts.chosen}>
      {all.map(({ text, rest }) => (
        <li key={text}>
          <Link to={partsAddress(rest)} aria-label={texts.remove(text)}>
            {text}
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

/** The same words, shelf and order, narrowed by nothing else. */
export function withoutFilters({ q, category, sort }: PartsView): PartsView {
  return { q, category, sort }
}

function chips({ view, write }: { view: PartsView; write: (amount: string) => string }) {
  const { minPrice, maxPrice, inStock } = view
  const brands = brandsOf(view)
  const price = priceText(minPrice && write(minPrice), maxPrice && write(maxPrice))
  return [
    ...brands.map((brand) => ({
      text: brand,
      rest: { ...view, brand: brands.filter((other) => other !== brand).join(',') },
    })),
    ...(price ? [{ text: price, rest: { ...view, minPrice: null, maxPrice: null } }] : []),
    ...(inStock === 'true' ? [{ text: texts.inStock, rest: { ...view, inStock: null } }] : []),
  ]
}

function priceText(
  lowest: string | null | undefined,
  highest: string | null | undefined,
): string | undefined {
  if (lowest && highest) return texts.between(lowest, highest)
  if (lowest) return texts.atLeast(lowest)
  return highest ? texts.atMost(highest) : undefined
}

function brandsOf({ brand }: PartsView): string[] {
  return brand?.split(',').filter(Boolean) ?? []
}

/** An address may write a brand without its capitals, accents and signs. */
function isSame(one: string, other: string): boolean {
  const plain = (text: string) => text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '')
  return plain(one).localeCompare(plain(other), 'en', { sensitivity: 'base' }) === 0
}
