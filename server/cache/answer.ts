import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnown } from './conditional.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

type Encoding = 'identity' | 'br' | 'gzip'
export type Rendered = { status: number; headers: Record<string, string>; body: Buffer }

/** A body as it is sent, and its header lines: name, value, name, value … */
type Copy = { body: Buffer; lines: string[] }

/** A finished public answer; each encoding is made when it is first asked for. */
export type Answer = {
  status: number
  headers: Record<string, string>
  etag: string | undefined
  copies: Partial<Record<Encoding, Copy>>
  /** Header lines of "you have it already". */
  notModified: string[]
  /** Encodings being made. */
  making: Partial<Record<Encoding, Promise<Copy>>>
  /** Called with the bytes of a copy that has been added. */
  grew: (bytes: number) => void
  /** Smaller ones are sent as they are. */
  compressFrom: number
}

/** How long ago an answer was made, and was last known to be fresh. */
export type Stale = { ageMs: number; staleMs: number }

/** Brings a rendered answer into its final form. Its tag is weak: one for all encodings. */
export function createAnswer({ status, headers, body }: Rendered, { compressFrom = 0 } = {}): Answer {
  const etag = status === 200 ? `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"` : undefined
  const sent: Record<string, string> = { ...headers, vary: 'accept-encoding', ...(etag ? { etag } : {}) }
  const { 'content-type': _type, ...rest } = sent
  return {
    status,
    headers: sent,
    etag,
    copies: { identity: { body, lines: linesOf({ ...sent, 'content-length': String(body.length) }) } },
    notModified: linesOf(rest),
    making: {},
    grew: () => {},
    compressFrom,
  }
}

/** The best encoding that this client takes. */
function chooseEncoding(answer: Answer, accepted: string | undefined): Encoding {
  const { body } = answer.copies.identity ?? { body: undefined }
  if (!accepted || !body || body.length < answer.compressFrom) return 'identity'
  if (accepts(accepted, 'br')) return 'br'
  return accepts(accepted, 'gzip') ? 'gzip' : 'identity'
}

/** Sends an answer as this client takes it: past the application, with nothing but the answer's own headers. */
export async function replyWith(
  { raw: request }: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  stale?: Stale,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(answer, request.headers['accept-encoding'])
  const copy = answer.copies[encoding] ?? (await addCopy(answer, encoding))
  reply.hijack()
  writeCopy(request, reply.raw, { answer, copy, stale })
  return reply
}

/** The same at once, where the copy that this client takes is there; else false, and nothing is sent. */
export function sendAtOnce(request: IncomingMessage, response: ServerResponse, answer: Answer): boolean {
  const copy = answer.copies[chooseEncoding(answer, request.headers['accept-encoding'])]
  if (!copy) return false
  writeCopy(request, response, { answer, copy })
  return true
}

function writeCopy(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, copy, stale }: { answer: Answer; copy: Copy; stale?: Stale | undefined },
): void {
  const condition = request.headers['if-none-match']
  if (condition !== undefined && answer.etag !== undefined && isKnown(condition, answer.etag)) {
    response.writeHead(304, marked(answer.notModified, stale))
    response.end()
    return
  }
  response.writeHead(answer.status, marked(copy.lines, stale))
  response.end(copy.body)
}

/** `Cache-Status` (RFC 9211) with a time to live below zero: past its freshness, and served because nothing else can be. */
function marked(lines: string[], stale: Stale | undefined): string[] {
  if (!stale) return lines
  const [age, past] = [stale.ageMs, stale.staleMs].map((ms) => Math.max(1, Math.ceil(ms / 1000)))
  const status = `Partsline; hit; ttl=-${past}; detail=database-unavailable`
  return [...lines, 'age', String(age), 'cache-status', status]
}

async function addCopy(answer: Answer, encoding: Encoding): Promise<Copy> {
  const identity = answer.copies.identity
  if (!identity || encoding === 'identity') throw new Error('An answer has its plain copy from the start')
  answer.making[encoding] ??= compress(identity.body, encoding).then((compressed) => {
    const body = ownBytes(compressed)
    const lengths = { 'content-encoding': encoding, 'content-length': String(body.length) }
    const copy = { body, lines: linesOf({ ...answer.headers, ...lengths }) }
    answer.copies[encoding] = copy
    answer.grew(body.length)
    return copy
  })
  return answer.making[encoding]
}

/** Bytes that hold on to no more than themselves: Node cuts small buffers from larger pieces, which stay as long. */
export function ownBytes(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body
  const own = Buffer.allocUnsafeSlow(body.length)
  body.copy(own)
  return own
}

function compress(body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return compressBrotli(body, { params })
}

function linesOf(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat()
}

/** What browsers send is far below; a longer list counts as none. */
const MOST_ACCEPTED = 256

/** Whether a client takes an encoding: named, and not refused by `q=0`. */
function accepts(header: string, encoding: 'br' | 'gzip'): boolean {
  if (header.length > MOST_ACCEPTED) return false
  const weight = ACCEPTED[encoding].exec(header)
  return weight !== null && Number(weight[1] ?? 1) > 0
}

const ACCEPTED = {
  br: /(?:^|,)\s*br\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i,
  gzip: /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i,
}
