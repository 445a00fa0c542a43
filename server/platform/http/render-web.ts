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
import type { Semaphore } from '../admission/queues.ts'
import { type Cacheable, collectTags } from '../cache/plugin.ts'
import { createResponse, type Rendered } from '../cache/response.ts'
import { storeUrl } from './addresses.ts'
import { RETRY_DATABASE_SECONDS } from './problem.ts'
import { pagePolicy, type ThirdPartyOrigins } from './security.ts'

export type WebOptions = {
  root: string
  dev: boolean
  origin: string
  client: ApiClient
  /** The query parameters that change a page. */
  isParameter: (name: string) => boolean
  limitRenders: Semaphore
  headers: Record<string, string>
  thirdPartyOrigins: ThirdPartyOrigins
}

const PATHS_WITH_ANY_PARAMETER = /^\/drawings\//
const FILE_LIKE = /\.(?:png|jpe?g|gif|webp|avif|ico|js|mjs|css|map|php|woff2?|ttf|env|git|zip|gz|sql|bak)$/i

export async function registerWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const loadBuild = await (options.dev ? registerVite : registerBuild)(app, options.root)
  const cacheable: Cacheable = {
    kind: 'page',
    isKeyParameter: (name, url) =>
      name === '_routes' || options.isParameter(name) || PATHS_WITH_ANY_PARAMETER.test(url),
  }
  app.get('/*', { exposeHeadRoute: true, config: { cacheable } }, async (request, reply) => {
    const { pathname } = storeUrl(request.url, options.origin)
    if (FILE_LIKE.test(pathname)) return reply.code(404).type('text/plain').send('Not found')
    return reply.sendCacheable((address) =>
      options.limitRenders(async () => {
        const { result, tags, freshUntil } = await collectTags(() => renderPage(address, loadBuild, options))
        return { response: createResponse(result), tags: options.dev ? undefined : tags, freshUntil }
      }),
    )
  })
}

async function registerBuild(app: FastifyInstance, root: string): Promise<() => Promise<ServerBuild>> {
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

async function registerVite(app: FastifyInstance, root: string): Promise<() => Promise<ServerBuild>> {
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
  loadBuild: () => Promise<ServerBuild>,
  { origin, client, thirdPartyOrigins, dev, headers: common }: WebOptions,
): Promise<Rendered> {
  const build = await loadBuild()
  const context = new RouterContextProvider()
  context.set(contextKey(build), client)
  const handle = createRequestHandler(build, dev ? 'development' : 'production')
  const response = await handle(new Request(storeUrl(address, origin)), context)
  const body = Buffer.from(await response.arrayBuffer())
  const headers: Record<string, string> = {
    ...common,
    'cache-control': 'no-cache',
    ...(response.status === 503 ? { 'retry-after': String(RETRY_DATABASE_SECONDS) } : {}),
    ...Object.fromEntries(response.headers),
  }
  if (headers['content-type']?.startsWith('text/html')) {
    headers['content-security-policy'] = pagePolicy(body.toString('utf8'), thirdPartyOrigins)
  }
  return { status: response.status, headers, body }
}

function contextKey(build: ServerBuild): RouterContext<ApiClient> {
  const entry: unknown = build.entry.module
  const context =
    typeof entry === 'object' && entry !== null && 'apiContext' in entry ? entry.apiContext : null
  if (typeof context === 'object' && context !== null) return context
  throw new Error('web/entry.server.tsx must export apiContext')
}
