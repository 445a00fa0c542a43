import type { Endpoint } from '#contract/endpoint.ts'
import { errorStatus } from '#contract/errors.ts'
import { endpointGroups } from '#contract/messages/api/api-docs.ts'
import { errorTexts } from '#contract/messages/errors.ts'
import { curlWalk } from './curl-walk.ts'
import { errorsOf, otherErrors } from './endpoint-errors.ts'
import { escapeHtml, fieldList, fieldRow, nameOf, prose, typeOf } from './fields.ts'
import { type Content, type OpenApiDocument, type Operation, successHeaders } from './openapi.ts'
import type { Schema } from './schemas.ts'
import { STYLE } from './style.ts'

type Page = { document: OpenApiDocument; api: Record<string, Endpoint>; origin: string; demo: boolean }
type Components = Record<string, Schema>

/** The documentation for people: what `/api/openapi.json` says, readable without a script. */
export function docsPage({ document, api, origin, demo }: Page): string {
  const title = escapeHtml(document.info.title)
  const links = [...endpointGroups.map(({ name }) => name), 'Schemas'].map(
    (name) => `<li><a href="#${name}">${name}</a></li>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="/drawings/logo.svg" type="image/svg+xml"><style>${STYLE}</style></head><body><main>
<h1>${title}</h1>
<p>Base address: <code>${escapeHtml(origin)}/api</code>. The same as a machine reads it: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<nav aria-label="Subjects"><ul>${links.join('')}</ul></nav>
${introduction()}
${demo ? walk(origin) : ''}
${endpointGroups.map((group) => section(group, { document, api })).join('\n')}
${schemaSection(document.components.schemas)}
</main></body></html>`
}

function introduction(): string {
  return `<h2>Two tokens</h2>
<p>Signing in happens at the identity provider and yields an <b>ID token</b>: it proves who you are, and only
<code>PUT</code> and <code>DELETE /user/{email}</code> take it. The first answers the store’s own <b>access token</b>, which every other
call takes as <code>Authorization: Bearer …</code>. It lives an hour; trade a fresh ID token for the next one.</p>
<h2>What all calls share</h2>
<p>Errors are <code>application/problem+json</code> (<a href="#schema-Problem">Problem</a>) with a stable <code>code</code>; wrong fields are
listed in <code>errors</code>. Unknown fields of a body are dropped. Numbers may also be sent as plain decimal strings. What is no readable request is answered
${otherErrors.map((code) => `<code>${errorStatus[code]} ${code}</code>`).join(', ')}.</p>
<p>Money is a decimal number in the currency beside it, such as <code>12.5</code>. Times are ISO 8601 in UTC.</p>
<p>Lists answer plain arrays, newest first, with the address of the next page in the <code>Link</code> header.</p>`
}

function walk(origin: string): string {
  return `<h2>A walk with curl</h2><p>Registers, trades the token, orders the newest part and lists the order.</p><pre tabindex="0" role="region" aria-label="A walk with curl">${escapeHtml(curlWalk(origin))}</pre>`
}

function section(
  { name, text, endpoints }: (typeof endpointGroups)[number],
  { document, api }: Pick<Page, 'document' | 'api'>,
): string {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  )
  const shown = endpoints.flatMap((id) => {
    const call = calls.find(({ operation }) => operation.operationId === id)
    const endpoint = api[id]
    return call && endpoint ? [describeCall(call, endpoint, document.components.schemas)] : []
  })
  return `<h2 id="${name}">${name}</h2><p>${prose(text)}</p>${shown.join('\n')}`
}

type Call = { method: string; path: string; operation: Operation }

function describeCall({ method, path, operation }: Call, endpoint: Endpoint, components: Components): string {
  const parts = [
    `<p><b>Who may call:</b> ${prose(operation.description)}</p>`,
    parameters(operation),
    body(operation, components),
    success(endpoint, operation, components),
    errors(endpoint),
  ]
  return `<details id="${operation.operationId}"><summary><b>${method.toUpperCase()}</b><code>${escapeHtml(path)}</code><span class="what">${prose(operation.summary)}</span></summary><div class="body">${parts.join('')}</div></details>`
}

function parameters({ parameters: all }: Operation): string {
  const rows = all.map(({ name, schema, required, description, in: place }) =>
    fieldRow(name, schema, {
      mark: required ? 'required' : undefined,
      text: place === 'header' ? `Header. ${description}` : description,
    }),
  )
  return rows.length > 0 ? `<h3>Parameters</h3><dl class="fields">${rows.join('')}</dl>` : ''
}

function body({ requestBody }: Operation, components: Components): string {
  if (!requestBody) return ''
  const { types, schema } = readContent(requestBody.content)
  const fields = fieldList(schema, components, 'required')
  return `<h3>Body</h3><p>${types}${fields ? `, ${typeOf(schema)}` : ''}. ${prose(textOf(schema, components))}</p>${fields}`
}

function success(endpoint: Endpoint, { responses }: Operation, components: Components): string {
  const { status = 200, repeatStatus } = endpoint
  const answer = responses[status]
  if (!answer || '$ref' in answer) return ''
  const { types, schema } = readContent(answer.content ?? {})
  const headers = Object.entries(successHeaders(endpoint)).map(([name, { description }]) =>
    pair(name, prose(description)),
  )
  const repeat = repeatStatus ? ` A repeat answers ${repeatStatus}.` : ''
  const type = endpoint.file ? '' : `, ${typeOf(schema)}`
  return `<h3>Answer ${status}</h3><p>${types}${type}.${repeat} ${prose(textOf(schema, components))}</p>${fieldList(schema, components, 'optional')}${
    headers.length > 0 ? `<h3>Answer headers</h3><dl class="fields pairs">${headers.join('')}</dl>` : ''
  }`
}

function errors(endpoint: Endpoint): string {
  const rows = errorsOf(endpoint).map((code) =>
    pair(`${errorStatus[code]} ${code}`, escapeHtml(errorTexts[code])),
  )
  return `<h3>Errors</h3><p><code>Retry-After</code> comes with 429 and 503 where the time is known.</p><dl class="fields pairs">${rows.join('')}</dl>`
}

function pair(name: string, text: string): string {
  return `<div><dt><code>${escapeHtml(name)}</code></dt><dd>${text}</dd></div>`
}

/** All media types of a body carry the same schema. */
function readContent(content: Content): { types: string; schema: Schema } {
  const types = Object.keys(content).map((type) => `<code>${escapeHtml(type)}</code>`)
  return { types: types.join(', '), schema: Object.values(content)[0]?.schema ?? {} }
}

function textOf(schema: Schema, components: Components): string {
  const named = schema.$ref ? components[nameOf(schema.$ref)] : schema
  return named?.description ?? ''
}

function schemaSection(components: Components): string {
  const shown = Object.entries(components)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, schema]) => {
      const fields =
        fieldList(schema, components, 'optional') || `<p>${typeOf(schema)}: ${choices(schema)}</p>`
      return `<details class="schema" id="schema-${name}"><summary><code>${name}</code><span class="what">${prose(schema.description ?? '')}</span></summary><div class="body">${fields}</div></details>`
    })
  return `<h2 id="Schemas">Schemas</h2><p>What the calls send and answer, by name.</p>${shown.join('\n')}`
}

function choices(schema: Schema): string {
  return (schema.enum ?? []).map((value) => `<code>${escapeHtml(String(value))}</code>`).join(', ')
}
