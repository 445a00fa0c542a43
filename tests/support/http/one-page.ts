import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A build whose only page responds with the value of the expression `answer`. */
const build = (answer: string, loader = '') => `
const apiContext = {}
export const entry = { module: {
  apiContext,
  default: async (request, status, headers, context) =>
    new Response(${answer}, { status, headers: { 'content-type': 'text/html' } }),
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
const PLAIN = build("'<p>page</p>'")

/** A page that reads the newest parts, then the reviews. */
const OF_PARTS = build(
  'JSON.stringify(context.staticHandlerContext.loaderData.root)',
  `async loader({ context }) {
    const api = context.get(apiContext)
    const refuse = ({ status = 500 }) => { throw new Response(null, { status }) }
    const parts = await api.listProducts({ query: { limit: 10 } }).catch(refuse)
    const reviews = await api.listReviews({ query: { limit: 5 } }).catch(refuse)
    return { parts: parts.items, reviews: reviews.items }
  }`,
)

/** A page whose text the running test renders, with its global function `renderPage`. */
const OF_TEST = build('await globalThis.renderPage(request)')

/**
 * Writes a build with the page without data to a folder of its own and returns the folder: the `web` of a
 * test store.
 */
export function writeOnePage(): Promise<string> {
  return writePage(PLAIN)
}

/** Writes a build with a page that reads parts and reviews. */
export function writeTestBuildWithParts(): Promise<string> {
  return writePage(OF_PARTS)
}

/** Writes a build with a page that the test renders. */
export function writePageOfTest(): Promise<string> {
  return writePage(OF_TEST)
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
