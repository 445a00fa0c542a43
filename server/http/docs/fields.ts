import type { Schema } from './schemas.ts'

/** Numbers are also read from texts, in every call: the documentation says so once. */
const NUMBER_TEXT = '^-?\\d{1,300}(\\.\\d{1,10})?$'

/** Which fields are marked: what is sent says what must be there, what is answered says what may be absent. */
export type Mark = 'required' | 'optional'

/** The fields of a schema as a list: name, type, whether it is required, limits, and what it means. */
export function fieldList(schema: Schema, components: Record<string, Schema>, mark: Mark): string {
  const rows = rowsOf(follow(schema, components), { path: '', mark })
  return rows.length > 0 ? `<dl class="fields">${rows.join('')}</dl>` : ''
}

/** One field or parameter. */
export function fieldRow(name: string, schema: Schema, { mark, text }: About): string {
  const marked = mark ? ` <span class="mark">${mark}</span>` : ''
  const about = [prose(text), ...limitsOf(schema)].filter(Boolean).join(' ')
  return `<div><dt><code>${escapeHtml(name)}</code>${marked}</dt><dd class="type">${typeOf(schema)}</dd><dd>${about}</dd></div>`
}

type About = { mark: Mark | undefined; text: string }

/** The type in words; a named schema is a link to it. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = nameOf(schema.$ref)
    return `<a href="#schema-${name}">${name}</a>`
  }
  if (schema.anyOf) {
    const branches = schema.anyOf.filter((branch) => branch.pattern !== NUMBER_TEXT && branch.const !== '')
    return [...new Set(branches.map(typeOf))].join(' or ')
  }
  if (schema.contentMediaType) return `file, <code>${escapeHtml(String(schema.contentMediaType))}</code>`
  if (schema.type === 'array') return isSchema(schema.items) ? `list of ${typeOf(schema.items)}` : 'list'
  const types = [schema.type ?? 'any'].flat().join(' or ')
  return schema.format ? `${types} (${schema.format})` : types
}

export function nameOf(ref: string): string {
  return ref.split('/').at(-1) ?? ''
}

function follow(schema: Schema, components: Record<string, Schema>): Schema {
  if (schema.type === 'array' && isSchema(schema.items)) return follow(schema.items, components)
  return schema.$ref ? (components[nameOf(schema.$ref)] ?? {}) : schema
}

function rowsOf(schema: Schema, { path, mark }: { path: string; mark: Mark }): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (!isSchema(field)) return []
    const isRequired = schema.required?.includes(name) ?? false
    const about = {
      mark: isRequired === (mark === 'required') ? mark : undefined,
      text: field.description ?? '',
    }
    const inner = innerOf(field)
    return [
      fieldRow(path + name, field, about),
      ...(inner ? rowsOf(inner.schema, { path: `${path}${name}${inner.join}`, mark }) : []),
    ]
  })
}

/** The object in a field, which may be nullable or a list. */
function innerOf(field: Schema): { schema: Schema; join: string } | undefined {
  const some = field.anyOf?.find(({ type }) => type === 'object') ?? field
  if (some.properties) return { schema: some, join: '.' }
  return isSchema(some.items) && some.items.properties ? { schema: some.items, join: '[].' } : undefined
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function limitsOf(schema: Schema): string[] {
  const branches = schema.anyOf ?? [
    isSchema(schema.items) && !schema.items.properties ? { ...schema.items, ...schema } : schema,
  ]
  const own = branches.flatMap((branch) => [
    lengthOf(branch),
    rangeOf(branch),
    choicesOf(branch),
    patternOf(branch),
  ])
  const among =
    schema.default === undefined ? [] : [`Default: <code>${escapeHtml(String(schema.default))}</code>.`]
  return [...own, ...among].filter((limit) => limit !== '')
}

function lengthOf({ minLength = 0, maxLength, maxItems }: Schema): string {
  if (maxItems !== undefined) return `At most ${maxItems} items.`
  if (maxLength === undefined) return ''
  return minLength > 0
    ? `${minLength} to ${count(maxLength)} characters.`
    : `At most ${count(maxLength)} characters.`
}

function rangeOf({ minimum, maximum, exclusiveMinimum }: Schema): string {
  const range = [
    ...(typeof exclusiveMinimum === 'number' ? [`above ${count(exclusiveMinimum)}`] : []),
    ...(minimum === undefined ? [] : [`at least ${count(minimum)}`]),
    ...(maximum === undefined ? [] : [`at most ${count(maximum)}`]),
  ].join(', ')
  return range && `${range.charAt(0).toUpperCase()}${range.slice(1)}.`
}

function choicesOf({ enum: values = [], const: only }: Schema): string {
  if (only !== undefined && only !== '') return `Always <code>${escapeHtml(String(only))}</code>.`
  const choices = values.map((value) => `<code>${escapeHtml(String(value))}</code>`)
  return choices.length > 0 ? `One of ${choices.join(', ')}.` : ''
}

function patternOf({ pattern }: Schema): string {
  return pattern && pattern !== NUMBER_TEXT ? `Pattern <code>${escapeHtml(pattern)}</code>.` : ''
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** Plain text with `code`. */
export function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
