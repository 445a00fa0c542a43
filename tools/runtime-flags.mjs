import { fileURLToPath } from 'node:url'

// All runtime flags of the store's processes; docs/performance.md has what each of them gains.

/** V8's semi-space in MB, below the default: new objects are collected sooner, for less memory and less throughput. */
const SEMI_SPACE = '--max-semi-space-size=8'
/**
 * V8 puts new objects among the old ones at once where earlier ones lived long, as those of requests that wait together for a
 * page do. There the rest of each later request is kept until the next full collection.
 */
const NO_PRETENURING = '--no-allocation-site-pretenuring'
/** V8's old generation in MB: without a limit it grows with the memory of the machine before it is collected. */
const OLD_SPACE = '--max-old-space-size=384'
/** In bytes. glibc returns a freed block from this size on to the system; smaller blocks stay in the heap of the process. */
const MMAP_THRESHOLD = '32768'
/** The store's modules, compiled and without types, from the second start on. Node ignores a folder it cannot write. */
export const COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url))

/**
 * The environment of the store's process; variables that are set already stay, except NODE_ENV.
 * @param {Record<string, string | undefined>} [env] @returns {Record<string, string>}
 */
export function storeEnvironment(env = process.env) {
  return {
    NODE_ENV: 'production',
    NODE_OPTIONS: env.NODE_OPTIONS || `${SEMI_SPACE} ${OLD_SPACE}`,
    NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE || COMPILE_CACHE,
    MALLOC_MMAP_THRESHOLD_: env.MALLOC_MMAP_THRESHOLD_ || MMAP_THRESHOLD,
  }
}

/** Node's flags for a program that NODE_OPTIONS does not accept, or that only this program has. @param {string} program */
export function programFlags(program) {
  if (program === 'demo/main.ts') return [NO_PRETENURING]
  // they create many short-lived objects, which are then collected sooner
  return ['server/programs/import.ts', 'server/programs/export.ts'].includes(program) ? [SEMI_SPACE] : []
}
