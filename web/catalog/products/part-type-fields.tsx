import { useEffect, useRef, useState } from 'react'
import { cellOf } from '#contract/catalog/part-types/attribute-values.ts'
import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import type { Catalogue } from '#contract/catalog/part-types/part-types.ts'
import { manageProductTexts as texts } from '#contract/catalog/products/manage-texts.ts'
import { partFieldLabels as labels } from '#contract/catalog/products/part-fields-texts.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { plainInput } from '#contract/platform/formats.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { Field, Select } from '../../platform/forms/field.tsx'
import type { FormState } from '../../platform/forms/form.ts'
import { useStoredText } from '../../platform/forms/form-draft.ts'
import { CategoryOptions } from '../part-types/category-options.tsx'
import { attributeField, attributesOf, keypadOf, shownText } from './part-values.ts'

/** The chosen type and category, which decide further fields; kept as a draft beside those. */
export function useChosenType(product?: Product) {
  const about = product?._id ?? 'new'
  const [type, setType] = useStoredText(`type of ${about}`, product?.type?.key ?? '')
  const [category, setCategory] = useStoredText(`category of ${about}`, product?.category ?? '')
  return {
    type,
    category,
    setType,
    setCategory,
    forget() {
      setType(undefined)
      setCategory(undefined)
    },
  }
}

export type ChosenType = ReturnType<typeof useChosenType>

type Props = { form: FormState; product: Product | undefined; catalogue: Catalogue; chosen: ChosenType }

/** The type of a part and the fields of its attributes. What was typed comes back with the type that has the field. */
export function PartTypeFields({ form, product, catalogue, chosen }: Props) {
  const { types, attributes } = catalogue
  const { locale } = useStore()
  const select = useRef<HTMLSelectElement>(null)
  const draftOf = useRef(chosen.type)
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const shown = attributesOf(catalogue, chosen.type)
  const stored = (product?.attributes ?? []).map(
    ({ key, value }) => [key, plainInput(cellOf(value), locale)] as const,
  )
  useEffect(() => {
    // a draft is stored by the names of the fields, which are others now
    if (draftOf.current !== chosen.type) select.current?.dispatchEvent(new Event('input', { bubbles: true }))
    draftOf.current = chosen.type
  }, [chosen.type])

  function onType(key: string) {
    const fields = [...(select.current?.form?.elements ?? [])].filter(isValueField)
    setTyped(new Map([...typed, ...fields.map(({ name, value }) => [keyOf(name), value] as const)]))
    form.clearErrors('type', attributeField(''))
    chosen.setType(key)
    const type = types.find((one) => one.key === key)
    if (!product && type) chosen.setCategory(type.category)
  }

  // no plain object: a key may be `constructor`
  const values = new Map([...stored, ...typed])
  const ofStored = new Map(stored)
  const dropped = attributes.flatMap((attribute) => {
    const { key, name } = attribute
    if (shown.some((one) => one.key === key)) return []
    // what cannot be saved is not dropped: that is what was stored before
    const text =
      shownText(values.get(key), attribute, locale) ?? shownText(ofStored.get(key), attribute, locale)
    return text === undefined ? [] : `${name} ${text}`
  })
  return (
    <>
      <Select
        name="type"
        label={labels.type}
        hint={texts.typeHint}
        className="form__wide"
        ref={select}
        value={chosen.type}
        onChange={({ target }) => onType(target.value)}
      >
        <option value="">{texts.noType}</option>
        {types.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </Select>
      <p className="form__wide dropped" role="status">
        {dropped.length > 0 && texts.drops(dropped)}
      </p>
      {shown.length > 0 && (
        <fieldset className="form__wide part-values">
          <legend>{labels.attributes}</legend>
          {shown.map((attribute) => (
            <ValueField key={attribute.key} attribute={attribute} initial={values.get(attribute.key) ?? ''} />
          ))}
        </fieldset>
      )}
    </>
  )
}

function isValueField(element: Element): element is HTMLInputElement | HTMLSelectElement {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement
  return isField && element.name.startsWith(attributeField(''))
}

function keyOf(name: string): string {
  return name.slice(attributeField('').length)
}

function ValueField({ attribute, initial }: { attribute: Attribute; initial: string }) {
  const { key, name, kind, unit, choices } = attribute
  const label = unit === null ? name : texts.inUnit(name, unit)
  const field = { name: attributeField(key), label, defaultValue: initial }
  if (kind === 'number') return <Field {...field} inputMode={keypadOf(attribute)} autoComplete="off" />
  if (kind === 'text') return <Field {...field} autoComplete="off" />
  const options = kind === 'choice' ? choices : yesAndNo
  return (
    <Select {...field}>
      <option value="">{texts.notGiven}</option>
      {options.map((option) => (
        <option key={option.key} value={option.key}>
          {option.name}
        </option>
      ))}
    </Select>
  )
}

const yesAndNo = [
  { key: 'yes', name: texts.yes },
  { key: 'no', name: texts.no },
]

type CategoryProps = { product: Product | undefined; catalogue: Catalogue; chosen: ChosenType }

/** Category and subcategory. A new part goes where its type says. */
export function CategoryFields({ product, catalogue: { categories, types }, chosen }: CategoryProps) {
  const tops = categories.filter(({ parent }) => parent === null)
  const category = tops.some(({ id }) => id === chosen.category) ? chosen.category : (tops[0]?.id ?? '')
  const type = product ? undefined : types.find(({ key }) => key === chosen.type)
  const { subcategory = null } = [product, type].find((one) => one?.category === category) ?? {}
  return (
    <>
      <Select
        name="category"
        label={labels.category}
        value={category}
        onChange={({ target }) => chosen.setCategory(target.value)}
      >
        <CategoryOptions categories={categories} of={null} />
      </Select>
      <Select
        key={`${category} ${type?.key ?? ''}`}
        name="subcategory"
        label={labels.subcategory}
        defaultValue={subcategory ?? ''}
      >
        <option value="">{texts.noSubcategory}</option>
        <CategoryOptions categories={categories} of={category} />
      </Select>
    </>
  )
}
