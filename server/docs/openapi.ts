import { endpointGroups } from '#contract/api.ts'
import {
  accessText,
  accessTexts,
  headerTexts,
  ownText,
  parameterTexts,
} from '#contract/platform/api-docs/api-docs.ts'
import { type Access, type Endpoint, pathParams } from '#contract/platform/endpoint.ts'
import { type ErrorCode, errorStatus } from '#contract/platform/errors.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import { createSchemas, isSchema, type Schema } from './schemas.ts'

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: Schema
  explode?: false
}
type Header = { description: string; schema: Schema }
export type Content = Record<string, { schema: Schema }>
export type ResponseObject = { description: string; headers?: Record<string, Header>; content?: Content }
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, []>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, ResponseObject | Ref>
}
export type OpenApiDocument = ReturnType<typeof openApiDocument>
type Schemas = ReturnType<typeof createSchemas>
type Ref = { $ref: string }

const TEXT: Schema = { type: 'string' }

export function openApiDocument(info: { title: string; origin: string }) {
  const schemas = createSchemas()
  const responses: Record<string, ResponseObject> = {}
  const paths: Record<string, Record<string, Operation>> = {}
  const declared = endpointGroups.flatMap(({ name: tag, endpoints }) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ name, tag, endpoint })),
  )
  const nameParams = mergeNames(declared.map(({ endpoint }) => endpoint.path))
  for (const call of declared) {
    const { method, path } = call.endpoint
    const params = nameParams(path)
    const openApiPath = pathParams(path).reduce(
      (text, param, at) => text.replace(`:${param}`, `{${params[at]}}`),
      path,
    )
    paths[openApiPath] = {
      ...paths[openApiPath],
      [method.toLowerCase()]: describeEndpoint(call, params, schemas),
    }
    for (const { key, status, codes } of problemsOf(call.endpoint))
      responses[key] = describeProblem(status, { codes, problems: call.endpoint.problems, schemas })
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

/** Paths that differ only in parameter names are one path: `/admin/:email` and `/admin/:id` become `/admin/{emailOrId}`. */
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

type Call = { name: string; tag: string; endpoint: Endpoint }

function describeEndpoint({ name, tag, endpoint }: Call, params: string[], schemas: Schemas): Operation {
  const { access, own: ownership } = endpoint
  const owner = ownership ? [ownText(ownership)] : []
  const body = requestBody(endpoint, schemas)
  const problems = problemsOf(endpoint).map(({ status, key }) => [
    status,
    { $ref: `#/components/responses/${key}` },
  ])
  return {
    operationId: name,
    tags: [tag],
    summary: endpoint.summary,
    description: [accessText(access), ...owner].join(' '),
    security: security(endpoint),
    parameters: [...inputParameters(name, { endpoint, params, schemas }), ...headerParameters(endpoint)],
    ...(body ? { requestBody: body } : {}),
    responses: { ...successes(endpoint, schemas), ...Object.fromEntries(problems) },
  }
}

function security({ access }: Endpoint): Record<string, []>[] {
  if (access === 'identity-token') return [{ identityToken: [] }]
  return access === 'signed-in' || typeof access !== 'string' ? [{ accessToken: [] }] : []
}

type Described = { endpoint: Endpoint; params: string[]; schemas: Schemas }

function inputParameters(name: string, { endpoint, params, schemas }: Described): Parameter[] {
  const textOf = (param: string) => parameterTexts[`${name}.${param}`] ?? parameterTexts[param] ?? ''
  const inPath = endpoint.params ? schemas.read(endpoint.params, 'parameter').properties : {}
  const query = endpoint.query ? schemas.read(endpoint.query, 'parameter') : {}
  const fromPath = pathParams(endpoint.path).map(
    (param, at): Parameter => ({
      name: params[at] ?? param,
      in: 'path',
      required: true,
      description: textOf(param),
      schema: toSchema(inPath?.[param]),
    }),
  )
  const fromQuery = Object.entries(query.properties ?? {}).map(([param, field]): Parameter => {
    const schema = toSchema(field)
    return {
      name: param,
      in: 'query',
      required: query.required?.includes(param) ?? false,
      description: textOf(param),
      schema,
      ...(schema.type === 'array' ? { explode: false } : {}),
    }
  })
  return [...fromPath, ...fromQuery]
}

function toSchema(field: unknown): Schema {
  if (!isSchema(field)) return {}
  const { description: _, ...schema } = field
  return schema
}

function headerParameters({ idempotent, cacheable, access }: Endpoint): Parameter[] {
  const key: Schema = { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }
  const headers: Parameter[] = []
  const add = (name: string, description: string, schema = TEXT, required = false) =>
    headers.push({ name, in: 'header', required, description, schema })
  if (idempotent) add('Idempotency-Key', headerTexts.idempotencyKey, key)
  if (cacheable) add('If-None-Match', headerTexts.ifNoneMatch)
  if (access === 'signature') add('Stripe-Signature', headerTexts.signature, TEXT, true)
  return headers
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
  const required = (schemas.components[nameOf(schema)] ?? schema).required ?? []
  return { required: required.length > 0, content: { 'application/json': { schema } } }
}

export function nameOf({ $ref = '' }: Schema): string {
  return $ref.split('/').at(-1) ?? ''
}

function successes(endpoint: Endpoint, schemas: Schemas): Record<string, ResponseObject> {
  const { status = 200, query, response, list, file, cacheable, idempotent } = endpoint
  const schema = schemas.read(response, 'output')
  const media = file ? String(schema.contentMediaType) : 'application/json'
  const etag = { ETag: headerOf(headerTexts.etag) }
  const canCount = list && query && schemas.read(query, 'parameter').properties?.count
  const headers = {
    ...(list ? { Link: headerOf(headerTexts.link) } : {}),
    ...(canCount ? { 'Total-Count': headerOf(headerTexts.count, { type: 'integer', minimum: 0 }) } : {}),
    ...(idempotent ? { 'Idempotent-Replayed': headerOf(headerTexts.replayed) } : {}),
    ...(cacheable ? etag : {}),
    ...(file ? { 'Content-Disposition': headerOf(headerTexts.disposition) } : {}),
  }
  const description = list ? 'A page of the list.' : { 200: 'Success.', 201: 'Created.' }[status]
  const success = { description, headers, content: { [media]: { schema } } }
  return {
    [status]: success,
    ...(cacheable ? { 304: { description: 'Nothing has changed.', headers: etag } } : {}),
  }
}

function headerOf(description: string, schema = TEXT): Header {
  return { description, schema }
}

function problemsOf(endpoint: Endpoint): { key: string; status: number; codes: ErrorCode[] }[] {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errorStatus[code])
  return [...byStatus].map(([status, codes]) => ({ key: codes.join('.'), status, codes }))
}

type ProblemParts = { codes: ErrorCode[]; problems: Endpoint['problems']; schemas: Schemas }

function describeProblem(status: number, { codes, problems = {}, schemas }: ProblemParts): ResponseObject {
  const retryAfter = headerOf(headerTexts.retryAfter, { type: 'integer', minimum: 1 })
  const members = codes.map((code) => problems[code]).filter((schema) => schema !== undefined)
  const properties = members.map((schema) => schemas.read(schema, 'output').properties)
  const narrowed: Schema = {
    type: 'object',
    properties: Object.assign({ code: { type: 'string', enum: codes } }, ...properties),
  }
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTexts[code]}`).join('\n'),
    ...(status === 429 || status === 503 ? { headers: { 'Retry-After': retryAfter } } : {}),
    content: {
      'application/problem+json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, narrowed] },
      },
    },
  }
}

const commonErrors: ErrorCode[] = ['internal', 'database_unavailable', 'overloaded']

export const errorsOutsideEndpoints: ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
  'range_unsatisfiable',
]

const errorsByAccess: Record<Extract<Access, string> | 'permission', ErrorCode[]> = {
  public: [],
  'identity-token': ['unauthenticated', 'account_disabled', 'identity_unavailable'],
  'signed-in': ['unauthenticated', 'account_disabled'],
  permission: ['unauthenticated', 'account_disabled', 'forbidden', 'second_step_required'],
  signature: ['webhook_signature'],
}

/** The error codes of an endpoint, sorted by status: those it declares, and those its declarations imply. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set([
    ...commonErrors,
    ...errorsByAccess[typeof endpoint.access === 'string' ? endpoint.access : 'permission'],
    ...ownerErrors(endpoint),
    ...inputErrors(endpoint),
    ...(endpoint.errors ?? []),
  ])
  return [...codes].sort((a, b) => errorStatus[a] - errorStatus[b])
}

function ownerErrors({ own }: Endpoint): ErrorCode[] {
  if (!own) return []
  if (own.by === 'email') return ['forbidden']
  return own.seenBy ? ['not_found', 'forbidden'] : ['not_found']
}

function inputErrors({ access, list, method, path, query, rawBody, idempotent }: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = []
  if (path.includes(':')) codes.push('address_too_long')
  if (path.includes(':id')) codes.push('not_found')
  if (path.includes(':email') || query) codes.push('invalid_request')
  if (method !== 'GET') codes.push('invalid_request', 'body_too_large', 'unsupported_media_type')
  if (method !== 'GET' && !rawBody) codes.push('malformed_json')
  if (method !== 'GET') codes.push('being_changed', 'storage_full')
  if (idempotent) codes.push('idempotency_conflict')
  if (list && access === 'public') codes.push('too_many_requests')
  return codes
}
