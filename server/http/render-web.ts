import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { ApiClient } from '#contract/api-client.ts'
import { listProducts } from '#contract/products/products.ts'
import { type Cacheable, collectTags } from '../cache/plugin.ts'
import { createResponse, type Rendered } from '../cache/response.ts'
import { storeUrl } from './addresses.ts'
import { RETRY_DATABASE_SECONDS } from './problem.ts'
import type { Semaphore } from './queues.ts'
import { queryNames } from './read-input.ts'
import { type OutsideParties, pagePolicy } from './security.ts'

export type WebOptions = {
  root: string
  dev: boolean
  origin: string
  client: ApiClient
  limitRenders: Semaphore
  headers: Record<string, string>
  outside: OutsideParties
}

const PAGE_PARAMETERS = [...queryNames(listProducts), '_routes']
const WITH_ANY_PARAMETER = /^\/drawings\//
const FILE_LIKE = /\.(?:png|jpe?g|gif|webp|avif|ico|js|mjs|css|map|php|woff2?|ttf|env|git|zip|gz|sql|bak)$/i

export async function mountWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const load = options.dev ? await mountVite(app, options.root) : await mountBuild(app, options.root)
  const cacheable: Cacheable = {
    kind: 'page',
    knows: (name, address) => PAGE_PARAMETERS.includes(name) || WITH_ANY_PARAMETER.test(address),
  }
  app.get('/*', { exposeHeadRoute: true, config: { cacheable } }, async (request, reply) => {
    const { pathname } = storeUrl(request.url, options.origin)
    if (FILE_LIKE.test(pathname)) return reply.code(404).type('text/plain').send('Not found')
    return reply.sendCacheable((address) =>
      options.limitRenders(async () => {
        const { result, tags } = await collectTags(() => renderPage(address, load, options))
        return { response: createResponse(result), tags: options.dev ? undefined : tags }
      }),
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

async function renderPage(
  address: string,
  load: () => Promise<ServerBuild>,
  { origin, client, outside, dev, headers: common }: WebOptions,
): Promise<Rendered> {
  const build = await load()
  const context = new RouterContextProvider()
  context.set(contextKey(build), client)
  const handle = createRequestHandler(build, dev ? 'development' : 'production')
  const answer = await handle(new Request(storeUrl(address, origin)), context)
  const body = Buffer.from(await answer.arrayBuffer())
  const headers: Record<string, string> = {
    ...common,
    'cache-control': 'no-cache',
    ...(answer.status === 503 ? { 'retry-after': String(RETRY_DATABASE_SECONDS) } : {}),
    ...Object.fromEntries(answer.headers),
  }
  if (headers['content-type']?.startsWith('text/html')) {
    headers['content-security-policy'] = pagePolicy(body.toString('utf8'), outside)
  }
  return { status: answer.status, headers, body }
}

function contextKey(build: ServerBuild): RouterContext<ApiClient> {
  const entry: unknown = build.entry.module
  const context =
    typeof entry === 'object' && entry !== null && 'apiContext' in entry ? entry.apiContext : null
  if (typeof context === 'object' && context !== null) return context
  throw new Error('web/entry.server.tsx must export apiContext')
}
