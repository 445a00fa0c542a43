import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

/** Pages load these few files instead of dozens, which would compress worse. Each also holds what its modules import. */
const groups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|scheduler)\/|\/layout\/route-modules\.ts/,
  },
  { name: 'frame', test: /\/web\/(root|platform\/forms\/field)\.tsx/ },
  // modules of Home, the list, the part page and the cart: some would be in `shared`, with the texts of errors and sign-in
  {
    name: 'catalog',
    test: /\/web\/(catalog\/(products\/(part-card|parts-address)|reviews\/stars)|platform\/(layout\/price|forms\/remember-focus|ui\/(page-section|folded-text)|lists\/pager|forms\/choices))\.tsx?/,
  },
  { name: 'shared', test: /\/web\//, minShareCount: 12 },
]

/** React Router reloads the page when the module of a route does not load: its function is replaced by ours. */
const routeModules: Plugin = {
  name: 'route-modules',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId(source, importer = '') {
    const isReplaced = source === './routeModules.js' && importer.includes('/react-router/')
    return isReplaced
      ? fileURLToPath(new URL('web/platform/layout/route-modules.ts', import.meta.url))
      : undefined
  },
}

export default defineConfig({
  plugins: [routeModules, reactRouter()],
  build: { target: 'es2023', assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
})
