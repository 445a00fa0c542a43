// Checks the rules for imports and folders (ARCHITECTURE.md); `npm run check` runs it.
import { globSync, readFileSync } from 'node:fs'
import { readSource } from '../imports/read-imports.ts'
import { checkSource, findCrowdedFolders, findCycles, findFullFolders } from '../imports/rules.ts'

const FOLDERS = 'contract,database,drawings,embedded,server,demo,web,tests,bench,tools'

// tests/auth-emulator/emulator, a package of its own, has node_modules
const files = globSync(`{${FOLDERS}}/**/*.{ts,tsx,mjs,css}`, { exclude: ['**/node_modules/**'] })
  .map((file) => file.replaceAll('\\', '/'))
  .sort()
const sources = files
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readSource(file, readFileSync(file, 'utf8')))
const violations = [...sources.flatMap(checkSource), ...findCycles(sources), ...findCrowdedFolders(files)]
for (const { file, line, rule } of violations) console.error(`${file}:${line} ${rule}`)
for (const { file, rule } of findFullFolders(files)) console.warn(`Warning: ${file} ${rule}`)
if (violations.length > 0) process.exitCode = 1
