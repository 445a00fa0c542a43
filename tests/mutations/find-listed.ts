import { listed } from './listed.ts'
import { type Mutation, oneLine } from './mutation.ts'
import type { Source } from './sources.ts'
import { testsOf } from './tests-of.ts'

/** The listed mutations; `stale` are those whose text does not occur exactly once in the file. */
export function findListed(sources: Source[]): { mutations: Mutation[]; stale: string[] } {
  const stale: string[] = []
  const mutations = listed.flatMap(({ kind, file, find, put = '' }): Mutation[] => {
    const code = sources.find((source) => source.file === file)?.code ?? ''
    const name = `${file}: ${oneLine(find)}${put.trim() ? ` → ${oneLine(put)}` : ''}`
    const from = code.indexOf(find)
    if (from < 0 || code.indexOf(find, from + 1) >= 0) {
      stale.push(`listed.ts: not exactly once in its file: ${name}`)
      return []
    }
    return [{ kind, name, change: { file, from, to: from + find.length, put }, tests: testsOf(file) }]
  })
  return { mutations, stale }
}
