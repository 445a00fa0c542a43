import { api, endpointGroups } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorStatus } from '#contract/errors.ts'
import { errorTexts } from '#contract/messages/errors.ts'
import { curlWalk } from './curl-walk.ts'
import { errorsOf, otherErrors } from './endpoint-errors.ts'
import { type Content, nameOf, type OpenApiDocument, type Operation } from './openapi.ts'
import { isSchema, type Schema } from './schemas.ts'
import { STYLE } from './style.ts'

type Components = Record<string, Schema>

export function docsPage(
  document: OpenApiDocument,
  { origin, demo }: { origin: string; demo: boolean },
): string {
  const title = escapeHtml(document.info.title)
  const links = [...endpointGroups.map(({ name }) => name), 'Schemas'].map(
    (name) => `<li><a href="#${name}">${name}</a></li>`,
  )
  const sections = endpointGroups.map(
    ({ name, text }) => `<h2 id="${name}">${name}</h2><p>${prose(text)}</p>${describeGroup(name, document)}`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="/drawings/logo.svg" type="image/svg+xml"><style>${STYLE}</style></head><body><main>
<h1>${title}</h1>
<p>Base address: <code>${escapeHtml(origin)}/api</code>. For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<nav aria-label="Subjects"><ul>${links.join('')}</ul></nav>
${introduction()}
${demo ? describeWalk(origin) : ''}
${sections.join('\n')}
<h2 id="Schemas">Schemas</h2><p>Bodies and responses by name.</p>${describeSchemas(document.components.schemas)}
</main></body></html>`
}

function introduction(): string {
  return `<h2>Two tokens</h2>
<p>A sign-in at the identity provider yields an <b>ID token</b>, which only <code>PUT</code> and <code>DELETE /user/{email}</code> take.
The first returns the store’s own <b>access token</b>, which every other call takes as <code>Authorization: Bearer …</code>. It is valid
for an hour; exchange a fresh ID token for the next one.</p>
<h2>What all calls share</h2>
<p>Errors are <code>application/problem+json</code> (<a href="#schema-Problem">Problem</a>) with a stable <code>code</code>; invalid fields are
listed in <code>errors</code>. Unknown fields of a body are dropped. Numbers may also be sent as plain decimal strings. Errors of requests that cannot
be read: ${otherErrors.map((code) => `<code>${errorStatus[code]} ${code}</code>`).join(', ')}.</p>
<p>Money is a decimal number in the currency beside it, such as <code>12.5</code>. Times are ISO 8601 in UTC.</p>
<p>Lists are plain arrays, newest first, with the address of the next page in the <code>Link</code> header.</p>`
}

function describeWalk(origin: string): string {
  return `<h2>A walk with curl</h2><p>Registers, exchanges the token, orders the newest part and lists the order.</p><pre tabindex="0" role="region" aria-label="A walk with curl">${escapeHtml(curlWalk(origin))}</pre>`
}

function describeGroup(group: string, { paths, components }: OpenApiDocument): string {
  const endpoints: Record<string, Endpoint> = api
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { tags }]) => tags.includes(group))
      .map(([method, operation]) => {
        const endpoint = endpoints[operation.operationId]
        const parts = [
          `<p><b>Who may call:</b> ${prose(operation.description)}</p>`,
          describeParameters(operation),
          describeBody(operation, components.schemas),
          endpoint ? describeSuccess(endpoint, operation, components.schemas) : '',
          endpoint ? describeErrors(endpoint) : '',
        ]
        return `<details id="${operation.operationId}"><summary><b>${method.toUpperCase()}</b><code>${escapeHtml(path)}</code><span class="what">${prose(operation.summary)}</span></summary><div class="body">${parts.join('')}</div></details>`
      }),
  )
  return calls.join('\n')
}

function describeParameters({ parameters }: Operation): string {
  const rows = parameters.map(({ name, schema, required, description, in: place }) => {
    const text = place === 'header' ? `Header. ${description}` : description
    return fieldRow(name, { ...schema, description: text }, required)
  })
  return rows.length > 0 ? `<h3>Parameters</h3><dl class="fields">${rows.join('')}</dl>` : ''
}

function describeBody({ requestBody }: Operation, components: Components): string {
  return requestBody ? `<h3>Body</h3>${describeContent(requestBody.content, components, true)}` : ''
}

function describeSuccess(endpoint: Endpoint, { responses }: Operation, components: Components): string {
  const { status = 200, repeatStatus } = endpoint
  const answer = responses[status]
  if (!answer || '$ref' in answer) return ''
  const headers = Object.entries(answer.headers ?? {}).map(([name, { description }]) =>
    pair(name, description),
  )
  const repeat = repeatStatus ? `<p>A repeated call: ${repeatStatus}.</p>` : ''
  return `<h3>Response ${status}</h3>${repeat}${describeContent(answer.content ?? {}, components, false)}${
    headers.length > 0 ? `<h3>Response headers</h3><dl class="fields pairs">${headers.join('')}</dl>` : ''
  }`
}

function describeContent(content: Content, components: Components, marksRequired: boolean): string {
  const types = Object.keys(content).map((type) => `<code>${escapeHtml(type)}</code>`)
  const [{ schema } = { schema: {} }] = Object.values(content)
  const named = components[nameOf(schema)] ?? schema
  return `<p>${types.join(', ')}, ${typeOf(schema)}. ${prose(named.description ?? '')}</p>${fieldList(schema, components, marksRequired)}`
}

function describeErrors(endpoint: Endpoint): string {
  const rows = errorsOf(endpoint).map((code) => pair(`${errorStatus[code]} ${code}`, errorTexts[code]))
  return `<h3>Errors</h3><p><code>Retry-After</code> comes with 429 and 503 where the time is known.</p><dl class="fields pairs">${rows.join('')}</dl>`
}

function pair(name: string, text: string): string {
  return `<div><dt><code>${escapeHtml(name)}</code></dt><dd>${prose(text)}</dd></div>`
}

function describeSchemas(components: Components): string {
  const names = Object.keys(components).sort()
  const shown = names.map((name) => {
    const schema = components[name] ?? {}
    const fields = fieldList(schema, components, false) || `<p>${typeOf(schema)}: ${limitsOf(schema)}</p>`
    return `<details class="schema" id="schema-${name}"><summary><code>${name}</code><span class="what">${prose(schema.description ?? '')}</span></summary><div class="body">${fields}</div></details>`
  })
  return shown.join('\n')
}

function fieldList(schema: Schema, components: Components, marksRequired: boolean): string {
  const item = schema.type === 'array' && isSchema(schema.items) ? schema.items : schema
  const rows = fieldRows(components[nameOf(item)] ?? item, '', marksRequired)
  return rows.length > 0 ? `<dl class="fields">${rows.join('')}</dl>` : ''
}

function fieldRows(schema: Schema, path: string, marksRequired: boolean): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (!isSchema(field)) return []
    const isRequired = marksRequired && schema.required?.includes(name) === true
    const inner = field.anyOf?.find(({ type }) => type === 'object') ?? field
    const nested = isSchema(inner.items)
      ? fieldRows(inner.items, `${path}${name}[].`, marksRequired)
      : fieldRows(inner, `${path}${name}.`, marksRequired)
    return [fieldRow(path + name, field, isRequired), ...nested]
  })
}

function fieldRow(name: string, schema: Schema, isRequired: boolean): string {
  const mark = isRequired ? ' <span class="mark">required</span>' : ''
  const text = `${prose(schema.description ?? '')} ${limitsOf(schema)}`
  return `<div><dt><code>${escapeHtml(name)}</code>${mark}</dt><dd class="type">${typeOf(schema)}</dd><dd>${text}</dd></div>`
}

/** Numbers are also read from texts, in every call: the page says so once. */
const NUMBER_TEXT = '^-?\\d{1,300}(\\.\\d{1,10})?$'

function typeOf(schema: Schema): string {
  if (schema.$ref) return `<a href="#schema-${nameOf(schema)}">${nameOf(schema)}</a>`
  if (schema.anyOf) return [...new Set(branchesOf(schema).map(typeOf))].join(' or ')
  if (schema.contentMediaType) return 'file'
  if (schema.type === 'array') return isSchema(schema.items) ? `list of ${typeOf(schema.items)}` : 'list'
  const types = [schema.type ?? 'any'].flat().join(' or ')
  return schema.format ? `${types} (${schema.format})` : types
}

function branchesOf({ anyOf = [] }: Schema): Schema[] {
  return anyOf.filter((branch) => branch.pattern !== NUMBER_TEXT && branch.const !== '')
}

function limitsOf(schema: Schema): string {
  const {
    minLength = 0,
    maxLength,
    maxItems,
    minimum,
    maximum,
    exclusiveMinimum,
    pattern,
    enum: choices,
  } = schema
  const code = (value: unknown) => `<code>${escapeHtml(String(value))}</code>`
  const limits = branchesOf(schema).map(limitsOf)
  if (isSchema(schema.items)) limits.push(limitsOf(schema.items))
  if (maxItems !== undefined) limits.push(`At most ${maxItems} items.`)
  if (maxLength !== undefined)
    limits.push(
      `${minLength > 0 ? `${minLength} to` : 'At most'} ${maxLength.toLocaleString('en-US')} characters.`,
    )
  if (exclusiveMinimum !== undefined) limits.push(`Above ${exclusiveMinimum}.`)
  if (minimum !== undefined) limits.push(`At least ${minimum.toLocaleString('en-US')}.`)
  if (maximum !== undefined) limits.push(`At most ${maximum.toLocaleString('en-US')}.`)
  if (choices) limits.push(`One of ${choices.map(code).join(', ')}.`)
  if (schema.const !== undefined) limits.push(`Always ${code(schema.const)}.`)
  if (pattern) limits.push(`Pattern ${code(pattern)}.`)
  if (schema.default !== undefined) limits.push(`Default: ${code(schema.default)}.`)
  return limits.join(' ')
}

function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
