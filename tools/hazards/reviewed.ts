import { globSync, readFileSync } from 'node:fs'
import { findHazards, type Hazard } from './find-hazards.ts'

/**
 * What is known of each hazard, by file and code: `linear`, where the analysis says so or a reason follows, `bounded` by
 * which limit, or `internal`, where it never meets what a visitor sends.
 */
export type Reviewed = Record<string, Record<string, string>>

export const REVIEWED = 'tools/hazards/reviewed.json'

/** Whether a word about a hazard is one of these, with the reason that it needs. */
export function isReviewed({ isLinear }: Hazard, word: string | undefined): boolean {
  if (isLinear) return /^(linear|bounded: .+|internal: .+)$/.test(word ?? '')
  // what the analysis finds slow is not linear because the list says so
  return (isLinear === false ? /^(bounded|internal): .+$/ : /^(linear|bounded|internal): .+$/).test(
    word ?? '',
  )
}

/** The hazards of the modules that run on the server; pages of the embedded services run in browsers. */
export function readHazards(): Map<string, Hazard[]> {
  const files = globSync(['contract/**/*.ts', 'server/**/*.ts', 'embedded/**/*.ts'], {
    exclude: ['**/*.test.ts', 'embedded/*/browser/**', 'embedded/identity/http/pages/**'],
  })
  const found = files
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file): [string, Hazard[]] => [file, findHazards(file, readFileSync(file, 'utf8'))])
  return new Map(found.filter(([, hazards]) => hazards.length > 0))
}

export function readReviewed(): Reviewed {
  return JSON.parse(readFileSync(REVIEWED, 'utf8'))
}
