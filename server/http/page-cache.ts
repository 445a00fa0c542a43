import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** A finished answer: headers as sent, body once plain and once in each encoding. */
export type Page = {
  status: number
  headers: Record<string, string>
  etag: string
  body: Buffer
  brotli: Buffer
  gzip: Buffer
}

export type Rendered = { status: number; headers: Record<string, string>; body: Buffer }

export type PageCache = {
  /** The page under this key: kept, being rendered, or rendered now. */
  get(key: string, render: () => Promise<Rendered>): Promise<Page>
  /** Forgets every page; a render that began before is neither stored nor joined. */
  drop(): void
  /** While off, every page is rendered anew: an instance that cannot hear of changes must not remember. */
  setEnabled(enabled: boolean): void
}

/**
 * A bounded, least-recently-used cache of pages that are the same for every visitor.
 * Every entry belongs to a generation; a change begins a new one, and only renders begun under it count.
 */
export function createPageCache({ maxBytes }: { maxBytes: number }): PageCache {
  const pages = new Map<string, Page>()
  const rendering = new Map<string, Promise<Page>>()
  let generation = 0
  let bytes = 0
  let enabled = true

  function forget(): void {
    generation += 1
    pages.clear()
    rendering.clear()
    bytes = 0
  }

  function keep(key: string, page: Page): void {
    pages.set(key, page)
    bytes += sizeOf(key, page)
    for (const [oldest, old] of pages) {
      if (bytes <= maxBytes) break
      pages.delete(oldest)
      bytes -= sizeOf(oldest, old)
    }
  }

  async function renderAndKeep(key: string, render: () => Promise<Rendered>): Promise<Page> {
    const begunUnder = generation
    const page = await compress(await render())
    if (begunUnder === generation && enabled && page.status === 200) keep(key, page)
    return page
  }

  return {
    async get(key, render) {
      const kept = pages.get(key)
      if (kept) {
        pages.delete(key)
        pages.set(key, kept)
        return kept
      }
      const current = rendering.get(key)
      if (current) return current
      const pending = renderAndKeep(key, render)
      if (!enabled) return pending
      rendering.set(key, pending)
      const done = () => {
        if (rendering.get(key) === pending) rendering.delete(key)
      }
      pending.then(done, done)
      return pending
    },
    drop: forget,
    setEnabled(next) {
      enabled = next
      forget()
    },
  }
}

async function compress({ status, headers, body }: Rendered): Promise<Page> {
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  }
  const [brotli, zipped] = await Promise.all([compressBrotli(body, quality), compressGzip(body)])
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { status, headers, etag, body, brotli, gzip: zipped }
}

/** An address may be longer than its page. */
function sizeOf(key: string, page: Page): number {
  return 2 * key.length + page.body.length + page.brotli.length + page.gzip.length
}
