import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

type Encoding = 'identity' | 'br' | 'gzip'
type Headers = Record<string, string>
export type Rendered = { status: number; headers: Headers; body: Buffer }

/** A body as it is sent. `rawHeaders` is a list (name, value, name, value …), which Node sends fastest. */
type Encoded = { headers: Headers; rawHeaders: string[]; body: Buffer }

const NO_BODY = Buffer.alloc(0)

/** A finished response that is the same for every visitor. An encoding is computed when a client first requests it. */
export type CachedResponse = {
  status: number
  etag: string | undefined
  identity: Encoded
  /** Compressed bodies, as far as they are finished, and those under way. */
  compressed: { br?: Encoded; gzip?: Encoded }
  compressing: { br?: Promise<Encoded>; gzip?: Promise<Encoded> }
  notModified: Encoded
  compressFrom: number
  onGrow: () => void
}

/** How long ago a response was computed, and was last known to be fresh. */
export type Stale = { ageMs: number; staleMs: number }

/** Brings a rendered response into its final form. With status 200 it has a weak ETag, one for all encodings. */
export function createResponse(
  { status, headers, body }: Rendered,
  { compressFrom = 0 } = {},
): CachedResponse {
  const etag = status === 200 ? `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"` : undefined
  const common = { ...headers, vary: 'accept-encoding', ...(etag ? { etag } : {}) }
  const { 'content-type': _type, ...bodiless }: Headers = common
  return {
    status,
    etag,
    identity: withLength(common, body),
    compressed: {},
    compressing: {},
    notModified: { headers: bodiless, rawHeaders: Object.entries(bodiless).flat(), body: NO_BODY },
    compressFrom,
    onGrow: () => {},
  }
}

function withLength(common: Headers, body: Buffer): Encoded {
  const headers = { ...common, 'content-length': String(body.length) }
  return { headers, rawHeaders: Object.entries(headers).flat(), body: inOwnMemory(body) }
}

/** A small buffer is part of Node's pool, and the output of zlib part of a chunk: both would keep up to 64 KB while it is cached. */
function inOwnMemory(body: Buffer): Buffer {
  if (body.length === body.buffer.byteLength) return body
  const own = Buffer.allocUnsafeSlow(body.length)
  body.copy(own)
  return own
}

export function sizeOf({ identity, compressed }: CachedResponse): number {
  return identity.body.length + (compressed.br?.body.length ?? 0) + (compressed.gzip?.body.length ?? 0)
}

/** Sends a response at once, without Fastify's serialization. False if it has not been compressed for this client yet. */
export function sendNow({ headers }: FastifyRequest, reply: FastifyReply, response: CachedResponse): boolean {
  const encoding = chooseEncoding(response, headers['accept-encoding'])
  const found = encoding === 'identity' ? response.identity : response.compressed[encoding]
  if (!found) return false
  const isKnown = isNotModified(headers['if-none-match'], response)
  const { rawHeaders, body } = isKnown ? response.notModified : found
  reply.hijack()
  reply.raw.writeHead(isKnown ? 304 : response.status, rawHeaders).end(body)
  return true
}

/** Sends a response in an encoding that the client accepts, and compresses it first where needed. */
export async function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { response, stale }: { response: CachedResponse; stale?: Stale | undefined },
): Promise<FastifyReply> {
  const encoding = chooseEncoding(response, request.headers['accept-encoding'])
  const found = encoding === 'identity' ? response.identity : await compress(response, encoding)
  const isKnown = isNotModified(request.headers['if-none-match'], response)
  const { headers, body } = isKnown ? response.notModified : found
  if (stale) void reply.headers(staleHeaders(stale))
  void reply.code(isKnown ? 304 : response.status).headers(headers)
  return isKnown ? reply.send() : reply.send(body)
}

/** `Cache-Status` (RFC 9211): a `ttl` below zero means that the response is past its freshness. */
function staleHeaders({ ageMs, staleMs }: Stale): Headers {
  const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))
  const status = `Partsline; hit; ttl=-${seconds(staleMs)}; detail=database-unavailable`
  return { age: String(seconds(ageMs)), 'cache-status': status }
}

async function compress(response: CachedResponse, encoding: 'br' | 'gzip'): Promise<Encoded> {
  const { identity, compressed, compressing } = response
  compressing[encoding] ??= (encoding === 'br' ? brotli : compressGzip)(identity.body).then((body) => {
    const { 'content-length': _length, ...headers } = identity.headers
    const encoded = withLength({ ...headers, 'content-encoding': encoding }, body)
    compressed[encoding] = encoded
    response.onGrow()
    return encoded
  })
  // after a failure the next request tries again
  compressing[encoding].catch(() => delete compressing[encoding])
  return compressing[encoding]
}

/** In bits, as brotli counts windows. */
const SMALLEST_WINDOW = 16

/** A window that is larger than the body finds nothing more: allocating it, 4 MB by default, takes a quarter of the time, and 40 % for 30 KB. */
function brotli(body: Buffer): Promise<Buffer> {
  const window = Math.ceil(Math.log2(body.length + 16))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_LGWIN]: Math.min(
      Math.max(window, SMALLEST_WINDOW),
      constants.BROTLI_DEFAULT_WINDOW,
    ),
  }
  return compressBrotli(body, { params })
}

function chooseEncoding({ identity, compressFrom }: CachedResponse, accepted: string | undefined): Encoding {
  if (!accepted || identity.body.length < compressFrom) return 'identity'
  if (accepts(accepted, 'br')) return 'br'
  return accepts(accepted, 'gzip') ? 'gzip' : 'identity'
}

/** A longer header is ignored; browsers send far shorter ones. */
const MAX_ACCEPT_ENCODING = 256
const ACCEPTED = {
  br: /(?:^|,)\s*br\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i,
  gzip: /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i,
}

/** Whether a client accepts an encoding: named, and not excluded by `q=0`. */
function accepts(header: string, encoding: 'br' | 'gzip'): boolean {
  if (header === encoding) return true
  if (header.length > MAX_ACCEPT_ENCODING) return false
  const match = ACCEPTED[encoding].exec(header)
  return match !== null && Number(match[1] ?? 1) > 0
}

/** Whether `If-None-Match` names this response: `*`, or a list with its ETag, weak or not (RFC 9110 § 13.1.2). */
export function isNotModified(
  condition: string | undefined,
  { etag }: Pick<CachedResponse, 'etag'>,
): boolean {
  if (condition === undefined || etag === undefined) return false
  if (condition === etag || condition.trim() === '*') return true
  // an ETag may hold commas, never quotes
  return condition.match(/"[^"]*"/g)?.includes(etag.replace(/^W\//, '')) ?? false
}
