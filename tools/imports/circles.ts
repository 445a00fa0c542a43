import type { Source } from './read-imports.ts'
import type { Violation } from './rules.ts'

/** Every circle of imports, type-only and lazy ones included, reported once, at the import that closes it. */
export function findCircles(sources: Source[]): Violation[] {
  const byFile = new Map(sources.map((source) => [source.file, source]))
  const done = new Set<string>()
  const trail: string[] = []
  const found: Violation[] = []
  for (const source of sources) visit(source)
  return found

  function visit(source: Source): void {
    if (done.has(source.file)) return
    trail.push(source.file)
    for (const { line, target } of source.imports) {
      const next = 'file' in target ? byFile.get(target.file) : undefined
      if (!next) continue
      const start = trail.indexOf(next.file)
      if (start < 0) visit(next)
      else {
        const circle = [...trail.slice(start), next.file].join(' → ')
        found.push({ file: source.file, line, rule: `closes a circle: ${circle}` })
      }
    }
    trail.pop()
    done.add(source.file)
  }
}
