// `npm run check`: route types, types, style, unused code, import rules, and vitest's tests without those tagged `long`.
import { fileURLToPath } from 'node:url'
import { total } from './checks/counts.mjs'
import { install } from './install.mjs'
import { pinnedNode } from './pinned-node.mjs'
import { exitWith, run } from './process.mjs'
import { runVitest } from './test-runs.mjs'

// tsc: each further checker computes the same types again; four, the default, use twice the processor time of one
const TSC = ['node_modules/typescript/bin/tsc', '--checkers', '1']
const ROUTE_TYPES = ['node_modules/@react-router/dev/bin.cjs', 'typegen']
/** The checks that run no tests, side by side; `args` are for the pinned Node. */
const STATIC = [
  { name: 'types of the server', args: [...TSC, '-p', 'tsconfig.server.json'] },
  { name: 'of the pages', args: [...TSC, '-p', 'tsconfig.web.json'] },
  { name: 'of tests, tools and benchmarks', args: TSC },
  { name: 'style', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  { name: 'unused code', args: ['node_modules/knip/bin/knip.js'] },
  // prints nothing but violations and full folders, which are no failure
  { name: 'import rules', args: ['tools/checks/check-imports.ts'], quiet: false },
]

/** Runs every check to its end. Returns the counts of the tests, plus one failure for each other check that fails. */
export async function check() {
  console.log(`Route types, ${STATIC.map(({ name }) => name).join(', ')} …`)
  const typegen = await run(pinnedNode(), ROUTE_TYPES, { quiet: true })
  const codes = await Promise.all(STATIC.map(({ args, quiet = true }) => run(pinnedNode(), args, { quiet })))
  const counts = [typegen, ...codes].map((code) => ({ passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 }))
  console.log('Unit and API tests …')
  counts.push(await runVitest(['--tags-filter=!long']))
  return total(counts)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  exitWith(async () => {
    await install()
    return (await check()).failed === 0 ? 0 : 1
  })
}
