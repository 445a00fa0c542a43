import { useRef } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import { filterOfBound } from '#contract/catalog/search/attribute-filters.ts'
import { TYPE_OF_ATTRIBUTES } from '#contract/catalog/search/filters.ts'
import { listTexts } from '#contract/catalog/search/list-texts.ts'
import type { Counts } from '#contract/catalog/search/search.ts'
import { searchTexts as texts } from '#contract/catalog/search/texts.ts'
import { plainInput } from '#contract/platform/formats.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { useCountText } from '../../platform/layout/price.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { useEarlyChoices } from '../../platform/ui/hydrated.ts'
import { Icon } from '../../platform/ui/icon.tsx'
import { useCategoryName } from '../part-types/categories.ts'
import { type PartsView, partsAddress, readPartsView, withoutFilters } from '../products/parts-address.ts'
import { AttributeFields } from './attribute-fields.tsx'
import { BoundField } from './bound-field.tsx'
import { Check, useAmountText } from './check.tsx'
import { brandsOf } from './filter-chips.tsx'
import type { FilterErrors } from './filter-errors.ts'
import { Hidden, useShown } from './form-parts.tsx'

type Props = { view: PartsView; counts: Counts; errors: FilterErrors; total: string }

/**
 * The filters beside the list; on small screens a popover, which opens without JavaScript, too. A choice acts at once and
 * leaves the focus where it is; without JavaScript the form has a button.
 */
export function FilterRail({ view, counts, errors, total }: Props) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const categoryName = useCategoryName()
  const apply = (choice?: string) => {
    if (!form.current) return
    // a value that is chosen replaces the range of its attribute
    const fields = [...new FormData(form.current)]
      .filter(([name]) => choice === undefined || filterOfBound(name) !== choice)
      .map(([name, value]) => [name, String(value)])
    const to = partsAddress(readPartsView(new URLSearchParams(fields)))
    if (to !== partsAddress(view)) void navigate(to, { preventScrollReset: true })
  }
  useEarlyChoices(() => {
    if ([...(form.current?.elements ?? [])].some(isChanged)) apply()
  })
  return (
    <section ref={asSheet} id="filters" popover="auto" className="rail" aria-labelledby="h-filters">
      <div className="rail__head">
        <h2 id="h-filters" tabIndex={-1}>
          {texts.filters}
        </h2>
        <Link className="rail__clear" to={partsAddress(withoutFilters(view))} preventScrollReset>
          {texts.clear}
        </Link>
        <button
          type="button"
          className="icon-button rail__close"
          popoverTarget="filters"
          popoverTargetAction="hide"
          aria-label={listTexts.close}
        >
          <Icon name="close" />
        </button>
      </div>
      <Form
        action="/parts"
        autoComplete="off"
        ref={form}
        onChange={({ target }) => {
          if (target instanceof HTMLSelectElement) apply()
          if (target instanceof HTMLInputElement && target.type === 'checkbox') apply(target.name)
        }}
        // a price or another bound acts when it is left
        onBlur={({ target }) => {
          if (target.type === 'text' && target.value !== target.defaultValue) apply()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <Hidden view={withoutFilters(view)} />
        <input type="hidden" name={TYPE_OF_ATTRIBUTES} value={view.type ?? ''} />
        <Choices
          name="subcategory"
          texts={[listTexts.subcategory, listTexts.anySubcategory]}
          chosen={view.subcategory}
          choices={counts.subcategories.map(({ subcategory, ...amount }) => ({
            ...amount,
            value: subcategory,
            text: categoryName(subcategory),
          }))}
        />
        <Choices
          name="type"
          texts={[listTexts.partType, listTexts.anyType]}
          chosen={view.type}
          choices={counts.types.map(({ key, plural, ...amount }) => ({
            ...amount,
            value: key,
            text: plural,
          }))}
        />
        {counts.attributes.map((attribute) => (
          <AttributeFields
            key={`${view.type} ${attribute.key}`}
            attribute={attribute}
            asked={view[`a.${attribute.key}`]}
            errors={errors}
          />
        ))}
        <Brands view={view} counts={counts} />
        <fieldset>
          <legend>{texts.price}</legend>
          <div className="rail__price">
            <PriceField name="minPrice" label={texts.lowest} view={view} errors={errors} />
            <PriceField name="maxPrice" label={texts.highest} view={view} errors={errors} />
          </div>
        </fieldset>
        <fieldset>
          <legend>{texts.stock}</legend>
          <Check
            name="inStock"
            value="true"
            text={texts.inStock}
            count={counts.inStock}
            isChosen={view.inStock === 'true'}
          />
        </fieldset>
        <Button type="submit" className="without-script">
          {texts.show}
        </Button>
      </Form>
      <div className="rail__show">
        <Button variant="primary" popoverTarget="filters" popoverTargetAction="hide">
          {listTexts.showParts(total)}
        </Button>
      </div>
    </section>
  )
}

/** While it is open as a sheet it is a dialog, which begins with its heading. It may have been opened before hydration. */
function asSheet(rail: HTMLElement | null) {
  if (!rail) return
  rail.ontoggle = () => {
    rail.role = rail.matches(':popover-open') ? 'dialog' : null
    if (rail.role && !rail.contains(document.activeElement)) rail.querySelector('h2')?.focus()
  }
  rail.dispatchEvent(new Event('toggle'))
}

/** Whether a field is not as the page has it. A bound that is being typed waits until it is left. */
function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => defaultSelected && !selected)
  if (!(field instanceof HTMLInputElement)) return false
  if (field.type === 'text') return field !== document.activeElement && field.value !== field.defaultValue
  return field.checked !== field.defaultChecked
}

type ChoicesProps = {
  name: 'subcategory' | 'type'
  /** Its name, and the choice of all. */
  texts: [string, string]
  chosen: string | undefined
  choices: (Counts['total'] & { value: string; text: string })[]
}

function Choices({ name, texts: [legend, any], chosen, choices }: ChoicesProps) {
  const shown = useShown(chosen ?? '')
  const amountText = useAmountText()
  if (choices.length === 0) return null
  return (
    <fieldset>
      <legend id={`f-${name}`}>{legend}</legend>
      <select name={name} aria-labelledby={`f-${name}`} {...shown}>
        <option value="">{any}</option>
        {choices.map(({ value, text, ...amount }) => (
          <option key={value} value={value} disabled={isEmpty(amount) && value !== chosen}>
            {listTexts.choice(text, amountText(amount))}
          </option>
        ))}
      </select>
    </fieldset>
  )
}

/** Of a type that is not among the counted parts there may be some. */
function isEmpty({ parts, isMore }: Counts['total']): boolean {
  return parts === 0 && !isMore
}

const FIRST_BRANDS = 8

function Brands({ view, counts }: Pick<Props, 'view' | 'counts'>) {
  const countText = useCountText()
  const chosen = brandsOf(view)
  if (counts.brands.length === 0) return null
  const toCheck = ({ brand, ...count }: Counts['brands'][number]) => (
    <Check
      key={brand}
      name="brand"
      value={brand.replaceAll(',', ' ')}
      text={brand}
      count={count}
      isChosen={chosen.some((one) => isSameBrand(one, brand))}
    />
  )
  const others = counts.brands.slice(FIRST_BRANDS)
  return (
    <fieldset>
      <legend>{texts.brand}</legend>
      {counts.brands.slice(0, FIRST_BRANDS).map(toCheck)}
      {others.length > 0 && (
        <details>
          <summary>{listTexts.more(countText(others.length))}</summary>
          {others.map(toCheck)}
        </details>
      )}
    </fieldset>
  )
}

type PriceFieldProps = Pick<Props, 'view' | 'errors'> & { name: 'minPrice' | 'maxPrice'; label: string }

function PriceField({ name, label, view, errors }: PriceFieldProps) {
  const { locale } = useStore()
  const text = view[name] ?? ''
  // invalid text is shown as it was typed
  const shown = errors.minPrice || errors.maxPrice ? text : plainInput(text, locale)
  return <BoundField name={name} label={label} error={errors[name]} shown={shown} />
}

/** An address may spell a brand without its capitals, accents and signs. */
function isSameBrand(one: string, other: string): boolean {
  const plain = (text: string) => text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '')
  return plain(one).localeCompare(plain(other), 'en', { sensitivity: 'base' }) === 0
}
