import { openApiDocument, type ResponseObject } from '#server/docs/openapi.ts'

const document = openApiDocument({ title: 'Partsline API', origin: 'http://localhost:3000' })
const { responses } = document.components

/** Headers that must be documented where they are sent. */
const HEADERS = [
  'link',
  'retry-after',
  'etag',
  'idempotent-replayed',
  'content-disposition',
  'www-authenticate',
]

/** Paths with fewer parameters first: `/service/counts` before `/service/{id}`. */
const paths = Object.keys(document.paths)
  .map((path) => ({ path, pattern: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]*')}$`) }))
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length)

type Seen = { method: string; url: string; status: number; headers: Record<string, unknown>; payload: string }

/**
 * Returns what a response of the API has that `/api/openapi.json` does not declare: status, error code or one
 * of `HEADERS`. A call that the document lacks is not reported.
 */
export function findUndocumented({ method, url, status, headers, payload }: Seen): string[] {
  const pathname = url.replace(/[?#].*/, '')
  const path = paths.find(({ pattern }) => pattern.test(pathname))?.path
  const operation = path && Object.entries(document.paths[path] ?? {}).find(([name]) => name === method)?.[1]
  if (!operation) return []
  const found = operation.responses[status]
  const declared = found && '$ref' in found ? responses[found.$ref.split('/').at(-1) ?? ''] : found
  const call = `${operation.operationId} ${status}`
  const code = status >= 400 ? readCode(payload) : undefined
  if (!declared) return [`${call} ${code ?? ''}`.trim()]
  const known = Object.keys(declared.headers ?? {}).map((name) => name.toLowerCase())
  return [
    ...(code === undefined || codesOf(declared).includes(code) ? [] : [`${call} ${code}`]),
    ...HEADERS.filter((name) => headers[name] !== undefined && !known.includes(name)).map(
      (name) => `${call} ${name}`,
    ),
  ]
}

function codesOf(declared: ResponseObject): unknown[] {
  const [, narrowed] = declared.content?.['application/problem+json']?.schema.allOf ?? []
  const code = typeof narrowed === 'object' ? narrowed.properties?.code : undefined
  return (typeof code === 'object' && code.enum) || []
}

function readCode(payload: string): string {
  const { code }: { code?: string } = JSON.parse(payload)
  return String(code)
}
