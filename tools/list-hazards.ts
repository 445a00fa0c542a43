// `node tools/list-hazards.ts` updates tools/hazards/reviewed.json. A new hazard gets an empty reason, unless it is linear;
// a test fails until the reason is written.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { findHazards, type Hazard } from './hazards/find-hazards.ts'

/** By file and code: `linear` (for a call `linear: ` and why), `bounded: ` and the limit, or `internal: ` and why no visitor's input gets there. */
type Reviewed = Record<string, Record<string, string>>

const REVIEWED = 'tools/hazards/reviewed.json'
const SOURCES = ['contract/**/*.ts', 'server/**/*.ts', 'embedded/**/*.ts']
/** Tests, and pages of the embedded services, which run in browsers. */
const EXCLUDED = ['**/*.test.ts', 'embedded/*/browser/**', 'embedded/identity/http/pages/**']

export function isReviewed({ isLinear }: Hazard, review = ''): boolean {
  if (isLinear) return /^(linear|bounded: .+|internal: .+)$/.test(review)
  const allowed = isLinear === false ? /^(bounded|internal): .+$/ : /^(linear|bounded|internal): .+$/
  return allowed.test(review)
}

export function readHazards(): Map<string, Hazard[]> {
  const hazards = new Map<string, Hazard[]>()
  const files = globSync(SOURCES, { exclude: EXCLUDED }).map((file) => file.replaceAll('\\', '/'))
  for (const file of files.sort()) {
    const found = findHazards(file, readFileSync(file, 'utf8'))
    if (found.length > 0) hazards.set(file, found)
  }
  return hazards
}

export function readReviewed(): Reviewed {
  return JSON.parse(readFileSync(REVIEWED, 'utf8'))
}

if (process.argv[1] === import.meta.filename) {
  const reviewed = readReviewed()
  const listed: Reviewed = {}
  for (const [file, hazards] of readHazards()) {
    listed[file] = {}
    for (const hazard of hazards) {
      const review = reviewed[file]?.[hazard.code] ?? (hazard.isLinear ? 'linear' : '')
      listed[file][hazard.code] = review
      if (!isReviewed(hazard, review)) console.log(`${file}: ${hazard.code}`)
    }
  }
  writeFileSync(REVIEWED, `${JSON.stringify(listed, null, 2)}\n`)
}
