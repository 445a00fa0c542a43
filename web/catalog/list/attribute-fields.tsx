import { useState } from 'react'
import { ATTRIBUTE_PREFIX, rangeTexts } from '#contract/catalog/search/attribute-filters.ts'
import { listTexts as texts } from '#contract/catalog/search/list-texts.ts'
import type { Counts } from '#contract/catalog/search/search.ts'
import { searchTexts } from '#contract/catalog/search/texts.ts'
import { plainInput } from '#contract/platform/formats.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { useCountText } from '../../platform/layout/price.tsx'
import { BoundField } from './bound-field.tsx'
import { Check } from './check.tsx'
import type { FilterErrors } from './filter-errors.ts'

type Attribute = Counts['attributes'][number]
type Props = { attribute: Attribute; asked: string | undefined; errors: FilterErrors }

const FIRST_VALUES = 12

/**
 * The values of an attribute: first those that were chosen when the page was opened and the most frequent, the others on
 * demand. A choice does not move its element. A number of many values can be given by its bounds.
 */
export function AttributeFields({ attribute: { key, name, kind, unit, values }, asked = '', errors }: Props) {
  const countText = useCountText()
  const range = rangeTexts(asked)
  const [chosen] = useState(() => (range ? [] : values.filter(({ isChosen }) => isChosen)))
  const isOpened = (value: string) => chosen.some((one) => one.value === value)
  const first = values
    .toSorted((a, b) => Number(isOpened(b.value)) - Number(isOpened(a.value)) || b.parts - a.parts)
    .slice(0, FIRST_VALUES)
  const check = ({ value, text, parts, isChosen }: Attribute['values'][number]) => (
    <Check
      key={value}
      name={ATTRIBUTE_PREFIX + key}
      value={value}
      text={text}
      count={{ parts, isMore: false }}
      isChosen={isChosen && !range}
    />
  )
  const others = values.filter((one) => !first.includes(one))
  return (
    <fieldset>
      <legend>{texts.attribute(name, unit)}</legend>
      {hasBounds({ kind, values }, asked) && (
        <Bounds name={`${ATTRIBUTE_PREFIX}${key}`} range={range} errors={errors} />
      )}
      {values.filter((one) => first.includes(one)).map(check)}
      {others.length > 0 && (
        <details>
          <summary>{texts.more(countText(others.length))}</summary>
          {others.map(check)}
        </details>
      )}
    </fieldset>
  )
}

/** Whether the filters have fields for the bounds of an attribute, which say what is wrong with it. */
export function hasBounds({ kind, values }: Pick<Attribute, 'kind' | 'values'>, asked: string): boolean {
  return kind === 'number' && (values.length > FIRST_VALUES || rangeTexts(asked) !== undefined)
}

type BoundsProps = { name: `a.${string}`; range: ReturnType<typeof rangeTexts>; errors: FilterErrors }

function Bounds({ name, range, errors }: BoundsProps) {
  const { locale } = useStore()
  const { min = '', max = '' } = range ?? {}
  const error = errors[name]
  const own = { min: errors[`${name}.min`], max: errors[`${name}.max`] }
  // an error of both, such as crossed bounds, stands at the first
  const ofBoth = own.min || own.max ? undefined : error
  // invalid text is shown as it was typed
  const shown = (text: string) => (error ? text : plainInput(text, locale))
  return (
    <div className="rail__price">
      <BoundField
        name={`${name}.min`}
        label={searchTexts.lowest}
        shown={shown(min)}
        error={own.min ?? ofBoth}
      />
      <BoundField name={`${name}.max`} label={searchTexts.highest} shown={shown(max)} error={own.max} />
    </div>
  )
}
