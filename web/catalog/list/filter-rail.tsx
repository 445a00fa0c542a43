import { useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import { ATTRIBUTE_PREFIX } from '#contract/catalog/search/attribute-filters.ts'
import { listTexts } from '#contract/catalog/search/list-texts.ts'
import type { Counts } from '#contract/catalog/search/search.ts'
import { searchTexts as texts } from '#contract/catalog/search/texts.ts'
import { plainInput } from '#contract/platform/amount-input.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { MoneyField } from '../../platform/forms/typed-fields.tsx'
import { useCountText } from '../../platform/layout/price.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Icon } from '../../platform/ui/icon.tsx'
import {
  changeView,
  type PartsView,
  partsAddress,
  readPartsView,
  withoutFilters,
} from '../products/parts-address.ts'
import { brandsOf } from './filter-chips.tsx'
import { Hidden, useChange, useEarlyChoices, useShown } from './form-parts.tsx'

export type PriceErrors = { minPrice?: string | undefined; maxPrice?: string | undefined }
type Props = { view: PartsView; counts: Counts; errors: PriceErrors | undefined; total: string }

/**
 * The filters beside the list; on small screens a popover, which opens without JavaScript, too. A choice acts at once and
 * leaves the focus where it is; without JavaScript the form has a button.
 */
export function FilterRail({ view, counts, errors, total }: Props) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const apply = (changed?: 'type') => {
    if (!form.current) return
    const fields = [...new FormData(form.current)].map(([name, value]) => [name, String(value)])
    const chosen = readPartsView(new URLSearchParams(fields))
    // attributes belong to their type
    const to = partsAddress(changed ? changeView(chosen, { type: chosen.type }) : chosen)
    if (to !== partsAddress(view)) void navigate(to, { preventScrollReset: true })
  }
  useEarlyChoices(() => {
    // a price that is being typed waits
    if (document.activeElement?.getAttribute('type') !== 'text') apply()
  })
  return (
    <aside id="filters" popover="auto" className="rail" aria-labelledby="h-filters">
      <div className="rail__head">
        <h2 id="h-filters">{texts.filters}</h2>
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
          if (target instanceof HTMLSelectElement) apply('type')
          if (target instanceof HTMLInputElement && target.type === 'checkbox') apply()
        }}
        // a price acts when it is left
        onBlur={({ target }) => {
          if (target.type === 'text') apply()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <Hidden view={withoutFilters(view)} />
        <Types view={view} types={counts.types} />
        {counts.attributes.map((attribute) => (
          <AttributeValues key={attribute.key} attribute={attribute} />
        ))}
        <Brands view={view} counts={counts} />
        <fieldset key={`${view.minPrice} ${view.maxPrice}`}>
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
      <Button variant="primary" className="rail__show" popoverTarget="filters" popoverTargetAction="hide">
        {listTexts.showParts(total)}
      </Button>
    </aside>
  )
}

type TypesProps = { view: PartsView; types: Counts['types'] }

function Types({ view, types }: TypesProps) {
  const shown = useShown(view.type ?? '')
  if (types.length === 0) return null
  return (
    <fieldset>
      <legend id="f-type">{listTexts.partType}</legend>
      <select name="type" aria-labelledby="f-type" {...shown}>
        <option value="">{listTexts.anyType}</option>
        {types.map(({ key, plural }) => (
          <option key={key} value={key}>
            {plural}
          </option>
        ))}
      </select>
    </fieldset>
  )
}

const FIRST_VALUES = 8

function AttributeValues({
  attribute: { key, name, unit, values },
}: {
  attribute: Counts['attributes'][number]
}) {
  const countText = useCountText()
  const toCheck = ({ value, text, parts, isChosen }: (typeof values)[number]) => (
    <Check
      key={value}
      name={ATTRIBUTE_PREFIX + key}
      value={value}
      text={text}
      count={{ parts, isMore: false }}
      isChosen={isChosen}
    />
  )
  const others = values.slice(FIRST_VALUES)
  return (
    <fieldset>
      <legend>{listTexts.attribute(name, unit)}</legend>
      {values.slice(0, FIRST_VALUES).map(toCheck)}
      {others.length > 0 && (
        <details>
          <summary>{listTexts.more(countText(others.length))}</summary>
          {others.map(toCheck)}
        </details>
      )}
    </fieldset>
  )
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

type CheckProps = { name: string; value: string; text: string; count: Counts['total']; isChosen: boolean }

function Check({ name, value, text, count, isChosen }: CheckProps) {
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

type PriceFieldProps = Pick<Props, 'view' | 'errors'> & { name: keyof PriceErrors; label: string }

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

/** An address may spell a brand without its capitals, accents and signs. */
function isSameBrand(one: string, other: string): boolean {
  const plain = (text: string) => text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '')
  return plain(one).localeCompare(plain(other), 'en', { sensitivity: 'base' }) === 0
}
