// Who may import whom, and how full a folder may be (ARCHITECTURE.md), read from the files themselves: `npm run check` runs it.
import { globSync, readFileSync } from 'node:fs'
import { findCircles } from './imports/circles.ts'
import { findCrowded } from './imports/crowded.ts'
import { readSource } from './imports/read-imports.ts'
import { checkSource } from './imports/rules.ts'

const FOLDERS = [
  'contract',
  'database',
  'drawings',
  'embedded',
  'server',
  'demo',
  'web',
  'tests',
  'bench',
  'tools',
]

const patterns = FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx}`)
// the tests against the official emulator are a package of their own
const files = globSync(patterns, { exclude: ['**/node_modules/**'] }).map((file) =>
  file.replaceAll('\\', '/'),
)
const sources = files.sort().map((file) => readSource(file, readFileSync(file, 'utf8')))
const violations = [...sources.flatMap(checkSource), ...findCircles(sources), ...findCrowded(files)]
for (const { file, line, rule } of violations) console.error(`${file}:${line} ${rule}`)
if (violations.length > 0) {
  console.error(`${violations.length} of ${files.length} files break the plan.`)
  process.exitCode = 1
}
