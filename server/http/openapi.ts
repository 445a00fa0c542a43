import * as z from 'zod/v4/core'
import { type Endpoint, pathParams } from '#contract/endpoint.ts'
import { errorStatus } from '#contract/errors.ts'

type Json = Record<string, unknown>

const accessNotes = {
  public: 'No token needed.',
  'identity-token': 'Bearer: the identity provider’s ID token, which proves who somebody is.',
  'signed-in': 'Bearer: the store’s access token (from `PUT /user/{email}`).',
  admin: 'Bearer: the store’s access token of an admin.',
  signature: 'No token: the request carries the card provider’s signature.',
} as const

/** The OpenAPI 3.1 document of every call, made from the same declarations the server mounts. */
export function openApiDocument(
  api: Record<string, Endpoint>,
  info: { title: string; origin: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const [operationId, endpoint] of Object.entries(api)) {
    const key = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[key] = { ...paths[key], [endpoint.method.toLowerCase()]: operation(operationId, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: '1',
      description: 'Errors are RFC 9457 problem documents with a `code`.',
    },
    servers: [{ url: `${info.origin}/api` }],
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', description: accessNotes['signed-in'] },
        identityToken: { type: 'http', scheme: 'bearer', description: accessNotes['identity-token'] },
      },
      schemas: { Problem: problemSchema() },
    },
  }
}

function operation(operationId: string, endpoint: Endpoint): Json {
  const problem = {
    description: 'A problem',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
  const described: Json = {
    operationId,
    summary: endpoint.summary,
    description: accessNotes[endpoint.access],
    parameters: parameters(endpoint),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Success',
        content: answerContent(endpoint),
      },
      default: problem,
    },
  }
  const body = requestBody(endpoint)
  if (body) described.requestBody = body
  if (endpoint.access === 'signed-in' || endpoint.access === 'admin')
    described.security = [{ accessToken: [] }]
  if (endpoint.access === 'identity-token') described.security = [{ identityToken: [] }]
  return described
}

function parameters(endpoint: Endpoint): Json[] {
  const inPath = pathParams(endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query = endpoint.query ? schemaOf(endpoint.query, 'input') : {}
  const properties = isRecord(query.properties) ? query.properties : {}
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
  }))
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 200 },
  }
  return [...inPath, ...inQuery, ...(endpoint.idempotent ? [key] : [])]
}

/** A file's own media type is in its schema. */
function answerContent({ response, file }: Endpoint): Json {
  const schema = schemaOf(response, 'output')
  const type =
    file && typeof schema.contentMediaType === 'string' ? schema.contentMediaType : 'application/json'
  return { [type]: { schema } }
}

function requestBody(endpoint: Endpoint): Json | undefined {
  if (endpoint.rawBody) {
    const content = endpoint.rawBody.types.map((type) => [
      type,
      { schema: { type: 'string', format: 'binary' } },
    ])
    return { required: true, content: Object.fromEntries(content) }
  }
  if (!endpoint.body) return undefined
  return { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } }
}

function schemaOf(schema: z.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

function problemSchema(): Json {
  const text = { type: 'string' }
  const fault = { type: 'object', properties: { path: text, message: text }, required: ['path', 'message'] }
  return {
    type: 'object',
    required: ['type', 'title', 'status', 'code', 'message', 'requestId'],
    properties: {
      type: text,
      title: text,
      status: { type: 'integer' },
      code: { type: 'string', enum: Object.keys(errorStatus) },
      message: text,
      requestId: text,
      errors: { type: 'array', items: fault },
    },
  }
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}
