/** An HTTP request, in parts that are damaged separately. */
export type HostileRequest = {
  /** The endpoint before any damage: its name in the contract, or method and path. */
  name: string
  method: string
  /** Encoded path segments, without slashes. */
  path: string[]
  query: [name: string, value: string][]
  headers: Record<string, string>
  /** Bytes, `RawText` and texts of another type than JSON are sent unchanged, everything else as JSON. */
  body?: unknown
  /** The names of the applied damages. */
  damages: string[]
}

/** The request as it is sent. */
export type WireRequest = { method: string; url: string; headers: Record<string, string>; payload: Buffer }

export function toWire({ method, path, query, headers, body }: HostileRequest): WireRequest {
  const search = query.map(([name, value]) => (name === '' ? value : `${name}=${value}`)).join('&')
  const payload = toBytes(body, headers['content-type'] ?? '')
  return { method, url: `/${path.join('/')}${search ? `?${search}` : ''}`, headers, payload }
}

function toBytes(body: unknown, type: string): Buffer {
  if (body === undefined) return Buffer.alloc(0)
  if (Buffer.isBuffer(body)) return body
  if (typeof body === 'string' && !type.startsWith('application/json')) return Buffer.from(body)
  if (body instanceof RawText) return Buffer.from(body.text)
  return Buffer.from(JSON.stringify(body) ?? '')
}

/** Text that is sent unchanged even as JSON, such as broken JSON: a plain string would be quoted. */
export class RawText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
