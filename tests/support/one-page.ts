import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A build with one page, which says its own address and knows no other. */
const BUILD = `
export const entry = { module: {
  apiContext: {},
  default: (request, status) => new Response('<p>page</p>', { status, headers: { 'content-type': 'text/html' } }),
} }
export const routes = { root: { id: 'root', path: '', module: { default: () => null } } }
export const assets = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' }
export const publicPath = '/'
export const assetsBuildDirectory = 'assets'
export const future = {}
export const ssr = true
export const isSpaMode = false
export const prerender = []
export const routeDiscovery = { mode: 'initial' }
`

/** Puts it into a folder of its own, and answers where: the `web` of a test store. */
export async function writeOnePage(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'partsline-web-'))
  await mkdir(path.join(root, 'dist/client/assets'), { recursive: true })
  await mkdir(path.join(root, 'dist/server'), { recursive: true })
  await writeFile(path.join(root, 'dist/client/assets/a.js'), 'export {}')
  await writeFile(path.join(root, 'dist/server/package.json'), '{ "type": "module" }')
  await writeFile(path.join(root, 'dist/server/index.js'), BUILD)
  return root
}
