import path from 'node:path'
import type { Violation } from './rules.ts'

const MOST_MODULES = 25

/** Folders with more modules than a reader can take in, each reported once; subfolders count for themselves. */
export function findCrowded(files: string[]): Violation[] {
  const perFolder = Map.groupBy(files, (file) => path.posix.dirname(file))
  return [...perFolder]
    .filter(([, modules]) => modules.length > MOST_MODULES)
    .map(([folder, modules]) => ({
      file: folder,
      line: 1,
      rule: `has ${modules.length} modules; a folder has at most ${MOST_MODULES}: group them by subject`,
    }))
}
