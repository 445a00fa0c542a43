import { checkValue, textOf } from '#contract/catalog/part-types/attribute-values.ts'
import type { ShownAttribute } from '#contract/catalog/part-types/attributes.ts'
import type { AttributeValues } from '#contract/catalog/part-types/part-types.ts'
import { typesTexts as texts } from '#contract/catalog/part-types/texts.ts'
import { AppError, type FieldError } from '#contract/platform/errors.ts'
import type { Catalogue, StoredType } from './catalogue.ts'

/** The most values that can be filtered: an index of the database has room for them. */
export const MAX_FACETS = 24
/** Of all values of a part, by a check of the database. */
const MAX_BYTES = 4000
const FACET = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/
const FACET_LENGTH = 40

/** The values of a part with the attributes of its type, in their order. Values that the type has not are left out. */
export function toShownAttributes(
  values: AttributeValues,
  type: StoredType,
  { attributeOfKey }: Catalogue,
): ShownAttribute[] {
  return type.attributes.flatMap(({ key, inTable, inTitle }) => {
    const attribute = attributeOfKey.get(key)
    const value = Object.hasOwn(values, key) ? values[key] : undefined
    if (!attribute || value === undefined) return []
    const { name, kind, unit } = attribute
    return [{ key, name, kind, unit, value, text: textOf(value, attribute), inTable, inTitle }]
  })
}

type Changes = Readonly<Record<string, string | number | boolean | null>>

/** Values with changes, of which null removes one. Throws `invalid_request` naming `attributes.<key>`. */
export function mergeValues(
  before: AttributeValues,
  changes: Changes,
  { type, catalogue }: { type: StoredType | null; catalogue: Catalogue },
): AttributeValues {
  const errors: FieldError[] = []
  const keys = new Set(type?.attributes.map(({ key }) => key))
  const after = new Map(Object.entries(before).filter(([key]) => keys.has(key)))
  for (const [key, given] of Object.entries(changes)) {
    const path = `attributes.${key}`
    if (given === null) {
      after.delete(key)
      continue
    }
    const attribute = catalogue.attributeOfKey.get(key)
    if (!type) errors.push({ path, message: texts.typeRequired })
    else if (!attribute || !keys.has(key)) errors.push({ path, message: texts.notOfType(type.name) })
    else {
      const read = checkValue(given, attribute)
      if ('problem' in read) errors.push({ path, message: read.problem })
      else after.set(key, read.value)
    }
  }
  if (countFacets(after.values()) > MAX_FACETS)
    errors.push({ path: 'attributes', message: texts.tooManyValues(MAX_FACETS) })
  if (bytesOf(after) > MAX_BYTES) errors.push({ path: 'attributes', message: texts.tooMuchText })
  if (errors.length > 0) throw new AppError('invalid_request', { errors })
  return Object.fromEntries(after)
}

/** The bytes of the values as the database writes them, with a blank behind each colon and comma. */
function bytesOf(values: Map<string, unknown>): number {
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(values))) + 2 * values.size
}

/** How many of the values `facets_of` of the database takes. */
function countFacets(values: Iterable<string | number | boolean>): number {
  return [...values].filter(
    (value) => typeof value !== 'string' || (value.length <= FACET_LENGTH && FACET.test(value)),
  ).length
}
