import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { ApiClient } from '#contract/api-client.ts'
import type { Page, PageCache, Rendered } from './page-cache.ts'
import { type OutsideParties, pagePolicy } from './security.ts'
import { storeUrl } from './store-url.ts'

export type WebOptions = {
  /** Folder of the checkout: `dist` below it is the build. */
  root: string
  /** Serves the sources through Vite, with hot reload on the same port. */
  dev: boolean
  origin: string
  client: ApiClient
  cache: PageCache
  outside: OutsideParties
}

/** Query parameters that change a page; others are dropped before the cache sees the address. */
const PAGE_PARAMETERS = ['q', 'category', 'sort', 'after', '_routes']
/** What looks like a file and is none of ours never reaches a render. */
const FILE_LIKE = /\.(?:png|jpe?g|gif|webp|avif|ico|js|mjs|css|map|php|woff2?|ttf|env|git|zip|gz|sql|bak)$/i

/** Serves the pages: built assets, then React Router through the page cache. */
export async function mountWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const load = options.dev ? await mountVite(app, options.root) : await mountBuild(app, options.root)
  app.get('/*', { exposeHeadRoute: true }, async (request, reply) => {
    const { pathname } = storeUrl(request.url, options.origin)
    if (FILE_LIKE.test(pathname)) return reply.code(404).type('text/plain').send('Not found')
    const render = () => renderPage(request, load, options)
    if (options.dev || pathname === '/__manifest') return sendRendered(reply, await render())
    return sendPage(
      request,
      reply,
      await options.cache.get(normalAddress(request.url, options.origin), render),
    )
  })
}

async function mountBuild(app: FastifyInstance, root: string): Promise<() => Promise<ServerBuild>> {
  const client = path.join(root, 'dist/client')
  const entry = path.join(root, 'dist/server/index.js')
  if (!existsSync(entry)) throw new Error('The store has not been built: run npm run build')
  const { default: serveStatic } = await import('@fastify/static')
  await app.register(serveStatic, {
    root: path.join(client, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    immutable: true,
    maxAge: '1y',
  })
  const build: ServerBuild = await import(pathToFileURL(entry).href)
  return async () => build
}

async function mountVite(app: FastifyInstance, root: string): Promise<() => Promise<ServerBuild>> {
  const [{ createServer }, { default: middie }] = await Promise.all([
    import('vite'),
    import('@fastify/middie'),
  ])
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  await app.register(middie)
  app.use(vite.middlewares)
  app.addHook('onClose', () => vite.close())
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
}

/** The same page under whatever extra parameters an address carries. */
export function normalAddress(address: string, origin: string): string {
  const url = storeUrl(address, origin)
  const isDrawing = url.pathname.startsWith('/drawings/')
  const kept = [...url.searchParams].filter(([name]) => isDrawing || PAGE_PARAMETERS.includes(name))
  const query = new URLSearchParams(kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  return url.pathname + (query.size > 0 ? `?${query}` : '')
}

async function renderPage(
  request: FastifyRequest,
  load: () => Promise<ServerBuild>,
  { origin, client, outside, dev }: WebOptions,
): Promise<Rendered> {
  const build = await load()
  const context = new RouterContextProvider()
  context.set(contextKey(build), client)
  const handle = createRequestHandler(build, dev ? 'development' : 'production')
  const target = storeUrl(normalAddress(request.url, origin), origin)
  if (target.pathname === '/__manifest') target.search = storeUrl(request.url, origin).search
  const answer = await handle(new Request(target), context)
  const body = Buffer.from(await answer.arrayBuffer())
  const headers = Object.fromEntries(answer.headers)
  if (headers['content-type']?.startsWith('text/html')) {
    headers['content-security-policy'] = pagePolicy(body.toString('utf8'), outside)
  }
  headers.vary = 'accept-encoding'
  return { status: answer.status, headers, body }
}

/** The key under which the web's loaders find their client: made inside the bundle, so it is read from there. */
function contextKey(build: ServerBuild): RouterContext<ApiClient> {
  const entry: unknown = build.entry.module
  if (typeof entry === 'object' && entry !== null && 'apiContext' in entry) {
    return entry.apiContext as RouterContext<ApiClient>
  }
  throw new Error('web/entry.server.tsx must export apiContext')
}

function sendRendered(reply: FastifyReply, { status, headers, body }: Rendered): FastifyReply {
  return reply.code(status).headers(headers).send(body)
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply.code(page.status).headers(page.headers)
  if (!page.headers['cache-control']) reply.header('cache-control', 'no-cache')
  if (page.status === 200) {
    reply.header('etag', page.etag)
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  }
  const accepted = request.headers['accept-encoding'] ?? ''
  if (accepts(accepted, 'br')) return reply.header('content-encoding', 'br').send(page.brotli)
  if (accepts(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(page.gzip)
  return reply.send(page.body)
}

/** Whether a client takes an encoding: named, and not refused by `q=0`. */
function accepts(header: string, encoding: 'br' | 'gzip'): boolean {
  const weight = new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=([\\d.]+))?\\s*(?:,|$)`, 'i').exec(header)
  return weight !== null && Number(weight[1] ?? 1) > 0
}
