import { cellOf, type ReadValue, readValue, textOf } from '#contract/catalog/part-types/attribute-values.ts'
import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import type { Catalogue } from '#contract/catalog/part-types/part-types.ts'
import type { TypedAmount } from '#contract/platform/amount-input.ts'
import { plainInput } from '#contract/platform/formats.ts'

type Given = Record<string, string | number | boolean | null>

/** The name of the field of an attribute: the path at which the API reports its errors. */
export function attributeField(key: string): string {
  return `attributes.${key}`
}

/** The attributes of a type in its order; none without a type. */
export function attributesOf({ types, attributes }: Catalogue, typeKey: string): Attribute[] {
  const type = types.find(({ key }) => key === typeKey)
  return (type?.attributes ?? []).flatMap(({ key }) => attributes.find((one) => one.key === key) ?? [])
}

/** The keypad of a phone for an attribute with numbers. */
export function keypadOf({ decimals }: Attribute): 'decimal' | 'numeric' {
  return decimals > 0 ? 'decimal' : 'numeric'
}

/** Readers of the fields of attributes, as people type numbers in the shop's country. */
export function readValueFields(attributes: readonly Attribute[], locale: string) {
  return Object.fromEntries(
    attributes.map((attribute) => [
      attributeField(attribute.key),
      (typed: string): TypedAmount => {
        const read = readTyped(typed, attribute, locale)
        return 'value' in read ? { text: cellOf(read.value) } : { error: read.problem }
      },
    ]),
  )
}

/** A value as people type it in the shop's country. */
function readTyped(typed: string, attribute: Attribute, locale: string): ReadValue {
  return readValue(typed, attribute, { hasDecimalComma: plainInput('.', locale) === ',' })
}

/** A value of a field as the shop writes it; undefined for what is none. */
export function shownText(typed = '', attribute: Attribute, locale: string): string | undefined {
  const read = readTyped(typed, attribute, locale)
  return 'value' in read ? textOf(read.value, attribute, locale) : undefined
}

/** What a form says of type, subcategory and values as the API takes it; a blank field is null. */
export function toPartInput(values: Record<string, string>, attributes: readonly Attribute[]) {
  const { type, subcategory, ...fields } = values
  const given: Given = {}
  const others: Record<string, string> = {}
  for (const [name, typed] of Object.entries(fields)) {
    const attribute = attributes.find(({ key }) => name === attributeField(key))
    if (attribute) given[attribute.key] = givenValue(typed, attribute)
    else others[name] = typed
  }
  return { ...others, type: type || null, subcategory: subcategory || null, attributes: given }
}

function givenValue(typed: string, attribute: Attribute) {
  if (typed.trim() === '') return null
  const read = readValue(typed, attribute)
  // what cannot be read is an error of its field already
  return 'value' in read ? read.value : null
}
