import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { api, endpointGroups } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { errorStatus } from '#contract/platform/errors.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import { createResponse, sendResponse } from '../platform/cache/response.ts'
import { escapeMarkup } from '../platform/markup.ts'
import { curlWalk } from './curl-walk.ts'
import {
  type Content,
  errorsOf,
  errorsOutsideEndpoints,
  nameOf,
  type OpenApiDocument,
  type Operation,
  openApiDocument,
} from './openapi.ts'
import { isSchema, type Schema } from './schemas.ts'

type Info = { title: string; origin: string; demo: boolean; headers: Record<string, string> }
type Deps = Omit<Info, 'title'> & { readTitle: () => Promise<string> }

/** `/api/openapi.json`, and `/api/docs`, HTML that needs no script; both are rendered at the first request with a title. */
export function apiDocs(app: FastifyInstance, { readTitle, ...info }: Deps): void {
  let rendered: ({ title: string } & ReturnType<typeof render>) | undefined
  for (const name of ['openapi.json', 'docs'] as const)
    app.get(`/${name}`, async (request, reply) => {
      const title = await readTitle()
      if (rendered?.title !== title) rendered = { title, ...render({ title, ...info }) }
      return sendResponse(request, reply, { response: rendered[name] })
    })
}

function render(info: Info) {
  const document = openApiDocument(info)
  const create = (text: string, headers: Record<string, string>) =>
    createResponse({
      status: 200,
      headers: { ...info.headers, 'cache-control': 'no-cache', ...headers },
      body: Buffer.from(text),
    })
  return {
    'openapi.json': create(JSON.stringify(document), { 'content-type': 'application/json; charset=utf-8' }),
    docs: create(docsPage(document, info), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAGE_POLICY,
    }),
  }
}

type Components = Record<string, Schema>

function docsPage(document: OpenApiDocument, { origin, demo }: Info): string {
  const title = escapeMarkup(document.info.title)
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
<p>Base address: <code>${escapeMarkup(origin)}/api</code>. For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
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
The first returns the store’s own <b>access token</b>, which other calls that need a sign-in take as <code>Authorization: Bearer …</code>.
It is valid for an hour at most; exchange a fresh ID token for the next one.</p>
<h2>What all calls share</h2>
<p>Errors are <code>application/problem+json</code> (<a href="#schema-Problem">Problem</a>) with a stable <code>code</code>; invalid fields are
listed in <code>errors</code>. Unknown fields of a body are dropped. Numbers may also be sent as plain decimal strings. Further errors, of requests
that reach no call: ${errorsOutsideEndpoints.map((code) => `<code>${errorStatus[code]} ${code}</code>`).join(', ')}.</p>
<p>Money is a decimal number in the currency beside it, such as <code>12.5</code>. Times are ISO 8601 in UTC.</p>
<p>Lists are plain arrays, with the address of the next page in the <code>Link</code> header.</p>`
}

function describeWalk(origin: string): string {
  return `<h2>Walkthrough with curl</h2><p>Registers, exchanges the token, orders the newest part and lists the order.</p><pre tabindex="0" role="region" aria-label="Walkthrough with curl">${escapeMarkup(curlWalk(origin))}</pre>`
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
        return `<details id="${operation.operationId}"><summary><b>${method.toUpperCase()}</b><code>${escapeMarkup(path)}</code><span class="what">${prose(operation.summary)}</span></summary><div class="body">${parts.join('')}</div></details>`
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
  const { status = 200 } = endpoint
  const response = responses[status]
  if (!response || '$ref' in response) return ''
  const headers = Object.entries(response.headers ?? {}).map(([name, { description }]) =>
    pair(name, description),
  )
  return `<h3>Response ${status}</h3>${describeContent(response.content ?? {}, components, false)}${
    headers.length > 0 ? `<h3>Response headers</h3><dl class="fields pairs">${headers.join('')}</dl>` : ''
  }`
}

function describeContent(content: Content, components: Components, marksRequired: boolean): string {
  const types = Object.keys(content).map((type) => `<code>${escapeMarkup(type)}</code>`)
  const [{ schema } = { schema: {} }] = Object.values(content)
  const named = components[nameOf(schema)] ?? schema
  return `<p>${types.join(', ')}, ${typeOf(schema)}. ${prose(named.description ?? '')}</p>${fieldList(schema, components, marksRequired)}`
}

function describeErrors(endpoint: Endpoint): string {
  const rows = errorsOf(endpoint).map((code) => pair(`${errorStatus[code]} ${code}`, errorTexts[code]))
  return `<h3>Errors</h3><p><code>Retry-After</code> comes with 429 and 503 where the time is known.</p><dl class="fields pairs">${rows.join('')}</dl>`
}

function pair(name: string, text: string): string {
  return `<div><dt><code>${escapeMarkup(name)}</code></dt><dd>${prose(text)}</dd></div>`
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
  return `<div><dt><code>${escapeMarkup(name)}</code>${mark}</dt><dd class="type">${typeOf(schema)}</dd><dd>${text}</dd></div>`
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
  const code = (value: unknown) => `<code>${escapeMarkup(String(value))}</code>`
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
  return escapeMarkup(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

const STYLE = `:root{color-scheme:light dark;--ground:light-dark(#f5f1e7,#121d2b);--plate:light-dark(#fbf9f3,#172637);--shade:light-dark(#ebe5d6,#20334a);--ink:light-dark(#1a1815,#ecefe9);--dim:light-dark(#56514a,#aebbc8);--rule:light-dark(#d8d2c4,#34475c);--link:light-dark(#1b4d8c,#93c5f5)}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:70rem;margin:0 auto;padding:1.5rem 1rem 4rem}a{color:var(--link)}:focus-visible{outline:2px solid var(--link);outline-offset:2px}
h1{margin:0;font-size:2rem;line-height:1.2}h2{margin:2.5rem 0 .25rem;font-size:1.4rem}h3{margin:1.25rem 0 .25rem;font-size:1rem}p{margin:.5rem 0;max-width:46rem}
code,pre{font-family:ui-monospace,monospace;font-size:.875em}pre{overflow-x:auto;overflow-wrap:normal;padding:1rem;border:1px solid var(--rule);background:var(--plate)}
nav ul{display:flex;flex-wrap:wrap;gap:0 .75rem;margin:1rem 0 0;padding:0;list-style:none}nav a{display:inline-block;min-width:2.75rem;padding:.625rem 0}
details{border:1px solid var(--rule);background:var(--plate);margin-top:-1px}details[open]{margin-bottom:.75rem}
summary{display:grid;grid-template-columns:4.5rem minmax(0,1fr);gap:0 .75rem;padding:.65rem 1rem;cursor:pointer;list-style:none}summary::-webkit-details-marker{display:none}
summary:hover,details[open]>summary{background:var(--shade)}summary b{font:600 .8125rem/1.6 ui-monospace,monospace}summary .what{grid-column:2;color:var(--dim);font-size:.9375rem}
details.schema>summary{grid-template-columns:minmax(0,1fr)}details.schema .what{grid-column:1}
.body{padding:.25rem 1rem 1rem}.fields{margin:0;border-top:1px solid var(--rule)}.fields>div{padding:.4rem 0;border-bottom:1px solid var(--rule)}
dt,dd{margin:0}dd{font-size:.9375rem}.type{color:var(--dim)}.mark{font-size:.8125rem;font-weight:600}
@media (min-width:40rem){summary{grid-template-columns:4.5rem minmax(0,1.1fr) minmax(0,1fr)}summary .what{grid-column:auto}details.schema>summary{grid-template-columns:14rem minmax(0,1fr)}details.schema .what{grid-column:auto}
.fields>div{display:grid;grid-template-columns:minmax(0,11rem) minmax(0,8rem) minmax(0,1fr);gap:0 1rem}.pairs>div{grid-template-columns:minmax(0,17rem) minmax(0,1fr)}}
@media (min-width:60rem){.fields>div:not(.pairs>*){grid-template-columns:minmax(0,15rem) minmax(0,12rem) minmax(0,1fr)}}`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const PAGE_POLICY = `default-src 'none'; img-src 'self'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`
