import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A build whose only page responds with the value of the expression `body`. */
const build = (body: string, loader = '') => `
const apiContext = {}
export const entry = { module: {
  apiContext,
  default: async (request, status, headers, context) =>
    new Response(${body}, { status, headers: { 'content-type': 'text/html' } }),
} }
export const routes = { root: { id: 'root', path: '', module: { default: () => null, ${loader} } } }
export const assets = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' }
export const publicPath = '/'
export const assetsBuildDirectory = 'assets'
export const future = {}
export const ssr = true
export const isSpaMode = false
export const prerender = []
export const routeDiscovery = { mode: 'initial' }
`

/** A page without data. */
const PLAIN_PAGE = build("'<p>page</p>'")

/** A page that reads the newest parts, of the category in its address, then the newest reviews. */
const PARTS_PAGE = build(
  'JSON.stringify(context.staticHandlerContext.loaderData.root)',
  `async loader({ context, request }) {
    const category = new URL(request.url).searchParams.get('category') ?? undefined
    const api = context.get(apiContext)
    const throwResponse = ({ status = 500 }) => { throw new Response(null, { status }) }
    const parts = await api.listProducts({ query: { limit: 10, category } }).catch(throwResponse)
    const reviews = await api.listReviews({ query: { limit: 5 } }).catch(throwResponse)
    return { parts: parts.items, reviews: reviews.items }
  }`,
)

/** A page that shows the public configuration of the shop, as every page does. */
const CONFIG_PAGE = build(
  'JSON.stringify(context.staticHandlerContext.loaderData.root)',
  'loader: async ({ context }) => (await context.get(apiContext).getConfig()).store',
)

/** A page whose text the global function `renderPage` returns, which the test defines. */
const TEST_RENDERED_PAGE = build('await globalThis.renderPage(request)')

/**
 * Writes a build with the page without data to a folder of its own and returns the folder: the `web` of a
 * test store.
 */
export function writeOnePage(): Promise<string> {
  return writePage(PLAIN_PAGE)
}

/** Writes a build with a page that reads parts and reviews. */
export function writePartsPage(): Promise<string> {
  return writePage(PARTS_PAGE)
}

/** Writes a build with a page that shows the public configuration of the shop. */
export function writeConfigPage(): Promise<string> {
  return writePage(CONFIG_PAGE)
}

/** Writes a build with a page that the function `renderPage` of the test renders. */
export function writeTestRenderedPage(): Promise<string> {
  return writePage(TEST_RENDERED_PAGE)
}

async function writePage(text: string): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'partsline-web-'))
  await mkdir(path.join(root, 'dist/client/assets'), { recursive: true })
  await mkdir(path.join(root, 'dist/server'), { recursive: true })
  await writeFile(path.join(root, 'dist/client/assets/a.js'), 'export {}')
  await writeFile(path.join(root, 'dist/server/package.json'), '{ "type": "module" }')
  await writeFile(path.join(root, 'dist/server/index.js'), text)
  return root
}
