import { textOf } from '#contract/catalog/part-types/attribute-values.ts'
import type { ShownAttribute } from '#contract/catalog/part-types/attributes.ts'
import type { Counts } from '#contract/catalog/search/search.ts'
import { plainInput } from '#contract/platform/formats.ts'

/** Attributes of a part with their numbers as the shop's country writes them: `12,5 mm`. The API's texts have a decimal point. */
export function localAttributes(attributes: readonly ShownAttribute[], locale: string): ShownAttribute[] {
  return attributes.map((one) =>
    typeof one.value === 'number'
      ? { ...one, text: textOf(one.value, { ...one, choices: [] }, locale) }
      : one,
  )
}

/** The same for the values by which a list is filtered. */
export function localFilters(attributes: Counts['attributes'], locale: string): Counts['attributes'] {
  return attributes.map((one) => ({
    ...one,
    values:
      one.kind === 'number'
        ? one.values.map((value) => ({ ...value, text: plainInput(value.text, locale) }))
        : one.values,
  }))
}
