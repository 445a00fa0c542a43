import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { normalAddress } from '../http/addresses.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { sendNow, sendResponse } from './response.ts'
import type { Computed, ResponseCache, Tag } from './response-cache.ts'

/** How the responses of a route are cached. They are the same for every visitor; request headers only choose the encoding or a 304. */
export type Cacheable = {
  /** Part of the key, so that no response is found under the address of another kind. */
  kind: 'api' | 'page' | 'sitemap'
  /** Whether a query parameter changes the response; the others are left out of the key. */
  isKeyParameter: (parameter: string, url: string) => boolean
  /** For a response that shows neither price nor stock: stays fresh so long instead of five seconds, an hour at most. */
  maxAgeMs?: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for a route whose handler calls `reply.sendCacheable`. */
    cacheable?: Cacheable
  }
  interface FastifyReply {
    /** Sends the cached response, or computes and sends one for the normal form of the address; the cache may store it. */
    sendCacheable(compute: (address: string) => Promise<Computed>): Promise<FastifyReply>
  }
}

type Options = {
  cache: ResponseCache
  origin: string
  /** Called for a response that was sent from the cache, since later hooks do not run for it. */
  countCached: Metrics['countCached']
}

/** Answers requests from the cache before `limitRequests` counts them. Only addresses in their normal form are found here. */
export function addResponseCache(app: FastifyInstance, { cache, origin, countCached }: Options): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { config, url = '' } = request.routeOptions
    const { cacheable } = config
    const { headers } = request
    const hasBody = headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
    if (!cacheable || hasBody || isWithToken(cacheable, request)) return done()
    const isSent = cache.serve(keyOf(cacheable, request.url), (cached) => {
      if (!sendNow(request, reply, cached.response)) return false
      addTags(cached)
      return true
    })
    if (isSent) countCached(request, url)
    else done()
  })

  app.decorateReply('sendCacheable', async function (this: FastifyReply, compute) {
    const { request } = this
    const { cacheable } = request.routeOptions.config
    if (!cacheable) throw new Error(`${request.url} is not declared cacheable`)
    const address = normalAddress(request.url, origin, (name) => cacheable.isKeyParameter(name, request.url))
    // a page that is rendered from a stale response would not be marked as stale, so calls in process get none
    const acceptsStale = request.raw.socket instanceof Socket
    const { maxAgeMs } = cacheable
    const computed = isWithToken(cacheable, request)
      ? await compute(address)
      : await cache.get(keyOf(cacheable, address), () => compute(address), { acceptsStale, maxAgeMs })
    addTags(computed)
    if (!computed.response) throw computed.error
    return sendResponse(request, this, computed)
  })
}

function keyOf({ kind }: Cacheable, address: string): string {
  return `${kind} ${address}`
}

/** Whoever is signed in sees each change at once in every list, on every instance, so such calls of the API are computed. */
function isWithToken({ kind }: Cacheable, { headers }: FastifyRequest): boolean {
  return kind === 'api' && headers.authorization !== undefined
}

/** What is known of a page so far: the tags of its calls, and when the first of their responses stops being fresh. */
type Page = { tags: Set<Tag>; freshUntil: number; isCacheable: boolean }

const pages = new AsyncLocalStorage<Page>()

/** Runs `render` and collects tags and freshness of its calls in process. No tags where one of them is not cacheable. */
export async function collectTags<T>(
  render: () => Promise<T>,
): Promise<{ result: T } & Pick<Computed, 'tags' | 'freshUntil'>> {
  const page: Page = { tags: new Set(), freshUntil: Number.POSITIVE_INFINITY, isCacheable: true }
  const result = await pages.run(page, render)
  const { tags, freshUntil, isCacheable } = page
  return { result, freshUntil, tags: isCacheable ? tags : undefined }
}

/** Adds tags and freshness of a response to those of the page that requested it, if one did; undefined for one that is not cacheable. */
export function addTags(response: Pick<Computed, 'tags' | 'freshUntil'> | undefined): void {
  const page = pages.getStore()
  if (!page) return
  if (!response?.tags) {
    page.isCacheable = false
    return
  }
  for (const tag of response.tags) page.tags.add(tag)
  page.freshUntil = Math.min(page.freshUntil, response.freshUntil ?? Number.POSITIVE_INFINITY)
}
