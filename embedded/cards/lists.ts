import { invalidRequest } from './api-error.ts'
import { type Form, readInteger, readText } from './form.ts'

/** What every list takes: at most `limit` rows, those after an id, those created within a period. */
export function readListForm(form: Form) {
  const limit = readInteger(form, 'limit') ?? 10
  if (limit < 1 || limit > 100) {
    throw invalidRequest('Invalid integer: limit must be between 1 and 100', { param: 'limit' })
  }
  return {
    limit,
    after: readText(form, 'starting_after'),
    since: readTime(form, 'created[gte]'),
    until: readTime(form, 'created[lt]'),
  }
}

/** A page of a list; `rows` holds one row more than the page where there are more. */
export function listBody<Row, Body>(
  url: string,
  { rows, limit }: { rows: Row[]; limit: number },
  toBody: (row: Row) => Body,
) {
  return { object: 'list', url, has_more: rows.length > limit, data: rows.slice(0, limit).map(toBody) }
}

function readTime(form: Form, name: string): Date | undefined {
  const seconds = readInteger(form, name)
  return seconds === undefined ? undefined : new Date(seconds * 1000)
}
