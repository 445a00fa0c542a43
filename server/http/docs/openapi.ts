import { type Endpoint, type Method, pathParams } from '#contract/endpoint.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import {
  accessTexts,
  endpointGroups,
  headerTexts,
  ownTexts,
  parameterTexts,
} from '#contract/messages/api/api-docs.ts'
import { errorTexts } from '#contract/messages/errors.ts'
import { errorsOf } from './endpoint-errors.ts'
import { createSchemas, type Schema } from './schemas.ts'

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: Schema
  /** Several values are separated by commas. */
  explode?: false
}
export type Header = { description: string; schema: Schema }
export type Content = Record<string, { schema: Schema }>
export type Answer = { description: string; headers?: Record<string, Header>; content?: Content }
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, []>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer | Ref>
}
export type OpenApiDocument = ReturnType<typeof openApiDocument>
type Schemas = ReturnType<typeof createSchemas>
type Ref = { $ref: string }

const TEXT: Schema = { type: 'string' }

/** The OpenAPI 3.1 document of every call, made from the same declarations the server mounts. */
export function openApiDocument(api: Record<string, Endpoint>, info: { title: string; origin: string }) {
  const schemas = createSchemas()
  const responses: Record<string, Answer> = {}
  const endpoints = Object.entries(api)
  const nameParams = mergeNames(endpoints.map(([, { path }]) => path))
  const paths: Record<string, { [M in Lowercase<Method>]?: Operation }> = {}
  for (const [name, endpoint] of endpoints) {
    const params = nameParams(endpoint.path)
    const path = fillPath(endpoint.path, params)
    const operation = describeEndpoint(name, { endpoint, params, schemas })
    Object.assign(responses, problemAnswers(endpoint))
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: '1',
      description: 'Errors are RFC 9457 problem documents with a `code`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${info.origin}/api` }],
    tags: endpointGroups.map(({ name, text }) => ({ name, description: text })),
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', description: accessTexts['signed-in'] },
        identityToken: { type: 'http', scheme: 'bearer', description: accessTexts['identity-token'] },
      },
      schemas: schemas.components,
      responses,
    },
  }
}

/**
 * Paths that differ only in the names of their parameters are one path to OpenAPI: `/admin/:email` and `/admin/:id`
 * become `/admin/{emailOrId}`. Answers the names of a path's parameters in the document.
 */
function mergeNames(paths: string[]): (path: string) => string[] {
  const shapeOf = (path: string) => path.replace(/:\w+/g, ':')
  return (path) => {
    const same = paths.filter((other) => shapeOf(other) === shapeOf(path)).map(pathParams)
    return pathParams(path).map((_, at) => {
      const [first = '', ...others] = new Set(same.map((names) => names[at] ?? ''))
      return first + others.map((name) => `Or${name.charAt(0).toUpperCase()}${name.slice(1)}`).join('')
    })
  }
}

function fillPath(path: string, names: string[]): string {
  return pathParams(path).reduce((filled, param, at) => filled.replace(`:${param}`, `{${names[at]}}`), path)
}

type Described = { endpoint: Endpoint; params: string[]; schemas: Schemas }

function describeEndpoint(name: string, { endpoint, params, schemas }: Described): Operation {
  const { access, own } = endpoint
  const whose = own ? [ownTexts[own.by][own.admin === 'any' ? 'any' : 'own']] : []
  const body = requestBody(endpoint, schemas)
  return {
    operationId: name,
    tags: endpointGroups.filter(({ endpoints }) => endpoints.some((one) => one === name)).map((g) => g.name),
    summary: endpoint.summary,
    description: [accessTexts[access], ...whose].join(' '),
    security: security(endpoint),
    parameters: [
      ...pathParameters(name, { endpoint, params, schemas }),
      ...queryParameters(name, endpoint, schemas),
      ...headerParameters(endpoint),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: { ...successes(endpoint, schemas), ...problems(endpoint) },
  }
}

/** An empty list: no token. */
function security({ access }: Endpoint): Record<string, []>[] {
  if (access === 'identity-token') return [{ identityToken: [] }]
  return access === 'signed-in' || access === 'admin' ? [{ accessToken: [] }] : []
}

function pathParameters(name: string, { endpoint, params, schemas }: Described): Parameter[] {
  const fields = endpoint.params ? schemas.read(endpoint.params, 'text').properties : {}
  return pathParams(endpoint.path).map((param, at) => ({
    name: params[at] ?? param,
    in: 'path',
    required: true,
    description: parameterText(name, param),
    schema: asSchema(fields?.[param]),
  }))
}

function queryParameters(name: string, { query }: Endpoint, schemas: Schemas): Parameter[] {
  if (!query) return []
  const { properties = {}, required = [] } = schemas.read(query, 'text')
  return Object.entries(properties).map(([param, field]) => {
    const schema = asSchema(field)
    return {
      name: param,
      in: 'query',
      required: required.includes(param),
      description: parameterText(name, param),
      schema,
      ...(schema.type === 'array' ? { explode: false } : {}),
    }
  })
}

function headerParameters({ idempotent, cacheable, access }: Endpoint): Parameter[] {
  const header = (name: string, description: string, schema = TEXT): Parameter => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
  })
  const key: Schema = { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }
  return [
    ...(idempotent ? [header('Idempotency-Key', headerTexts.idempotencyKey, key)] : []),
    ...(cacheable ? [header('If-None-Match', headerTexts.ifNoneMatch)] : []),
    ...(access === 'signature'
      ? [{ ...header('Stripe-Signature', headerTexts.signature), required: true }]
      : []),
  ]
}

function parameterText(endpoint: string, name: string): string {
  return parameterTexts[`${endpoint}.${name}`] ?? parameterTexts[name] ?? ''
}

function requestBody({ rawBody, body }: Endpoint, schemas: Schemas): Operation['requestBody'] {
  if (rawBody) {
    const schema: Schema = {
      type: 'string',
      format: 'binary',
      description: `At most ${rawBody.limit.toLocaleString('en-US')} bytes.`,
    }
    return { required: true, content: Object.fromEntries(rawBody.types.map((type) => [type, { schema }])) }
  }
  if (!body) return undefined
  const schema = schemas.read(body, 'input')
  const name = String(schema.$ref).split('/').at(-1) ?? ''
  const required = (schemas.components[name] ?? schema).required ?? []
  return { required: required.length > 0, content: { 'application/json': { schema } } }
}

function successes(endpoint: Endpoint, schemas: Schemas): Record<string, Answer> {
  const { status = 200, repeatStatus, response, file, cacheable } = endpoint
  const schema = schemas.read(response, 'output')
  const media = file ? String(schema.contentMediaType) : 'application/json'
  const headers = successHeaders(endpoint)
  const answer = {
    description: endpoint.list ? 'A page of the list.' : status === 201 ? 'Created.' : 'Success.',
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: { [media]: { schema } },
  }
  return {
    [status]: answer,
    ...(repeatStatus ? { [repeatStatus]: { ...answer, description: 'It was there already.' } } : {}),
    ...(cacheable
      ? { 304: { description: 'Nothing has changed.', headers: { ETag: headerOf(headerTexts.etag) } } }
      : {}),
  }
}

/** The headers of a success that programs read. */
export function successHeaders({ list, idempotent, cacheable, file }: Endpoint): Record<string, Header> {
  return {
    ...(list ? { Link: headerOf(headerTexts.link) } : {}),
    ...(idempotent ? { 'Idempotent-Replayed': headerOf(headerTexts.replayed) } : {}),
    ...(cacheable ? { ETag: headerOf(headerTexts.etag) } : {}),
    ...(file ? { 'Content-Disposition': headerOf(headerTexts.disposition) } : {}),
  }
}

function headerOf(description: string, schema = TEXT): Header {
  return { description, schema }
}

/** What an endpoint refuses with each status; answers with the same codes are one component. */
function problems(endpoint: Endpoint): Record<string, Ref> {
  const refs = codesByStatus(endpoint).map(([status, codes]) => [
    status,
    { $ref: `#/components/responses/${codes.join('.')}` },
  ])
  return Object.fromEntries(refs)
}

function problemAnswers(endpoint: Endpoint): Record<string, Answer> {
  return Object.fromEntries(
    codesByStatus(endpoint).map(([status, codes]) => [codes.join('.'), problem(status, codes)]),
  )
}

function codesByStatus(endpoint: Endpoint): [status: number, codes: ErrorCode[]][] {
  return [...Map.groupBy(errorsOf(endpoint), (code) => errorStatus[code])]
}

function problem(status: number, codes: ErrorCode[]): Answer {
  const mayWait = status === 429 || status === 503
  const narrowed: Schema = { type: 'object', properties: { code: { type: 'string', enum: codes } } }
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTexts[code]}`).join('\n'),
    ...(mayWait
      ? { headers: { 'Retry-After': headerOf(headerTexts.retryAfter, { type: 'integer', minimum: 1 }) } }
      : {}),
    content: {
      'application/problem+json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, narrowed] },
      },
    },
  }
}

function asSchema(field: Schema | boolean | undefined): Schema {
  return typeof field === 'object' ? field : {}
}
