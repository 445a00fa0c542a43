import { fileURLToPath } from 'node:url'

const COMPILED = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url))

/**
 * What the store's Node runs with, so that a small machine holds it: a heap that is tidied before it spreads, and
 * freed memory that goes back (glibc would keep it in pieces, an arena for every thread). On `bench`'s mixed load this
 * halves the resident memory. From the second start on nothing needs to be compiled, or stripped of its types, whose tool
 * alone weighs 10 MB. What is set already stays.
 *
 * @param {Record<string, string | undefined>} [env]
 * @returns {Record<string, string>}
 */
export function storeEnvironment(env = process.env) {
  return {
    // React chooses its production code by this
    NODE_ENV: 'production',
    NODE_OPTIONS: env.NODE_OPTIONS || '--max-semi-space-size=8 --max-old-space-size=384',
    // where it cannot be written, Node does without
    NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE || COMPILED,
    MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX || '2',
    // a page's bytes lie by themselves: between others they would leave holes that nothing else fits
    MALLOC_MMAP_THRESHOLD_: env.MALLOC_MMAP_THRESHOLD_ || '32768',
    // any value also stops glibc from raising its own marks for good after the first large piece
    MALLOC_TRIM_THRESHOLD_: env.MALLOC_TRIM_THRESHOLD_ || '131072',
  }
}
