import { isApiError } from '#contract/api-client.ts'
import { officeTexts } from '#contract/catalog/part-types/office-texts.ts'

const texts = officeTexts.inUse

type Problem = Readonly<Record<string, unknown>>

/** What uses it, with numbers; undefined if that is not why the call failed. */
export function inUseText(error: unknown): string | undefined {
  return isApiError(error) ? inUseOf(error.code, error.problem) : undefined
}

/** The same of a failed form. */
export function inUseOf(code: string | undefined, problem: Problem = {}): string | undefined {
  const count = (name: string) => (typeof problem[name] === 'number' ? problem[name] : 0)
  const parts = count('parts')
  if (code === 'category_in_use') return texts.category(parts, count('types'), count('subcategories'))
  if (code === 'type_in_use') return texts.type(parts)
  return code === 'attribute_in_use' ? texts.attribute(parts) : undefined
}
