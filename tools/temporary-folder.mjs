import { statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { COMPILE_CACHE } from './runtime-flags.mjs'

const MEMORY_FOLDER = '/dev/shm'
/** More than the databases of a test run need, with the large catalogue. */
const NEEDED_BYTES = 3 * 1024 ** 3

/**
 * The environment of a test run: temporary files, also those of the databases, are in memory if there is space. On ext4
 * creating and deleting the files of some hundred databases takes a fifth of the run. Processes and threads that
 * tests start share compiled modules.
 * @returns {Record<string, string>}
 */
export function testEnvironment() {
  return { NODE_COMPILE_CACHE: COMPILE_CACHE, ...(hasMemorySpace() ? { TMPDIR: MEMORY_FOLDER } : {}) }
}

export function hasMemorySpace() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize > NEEDED_BYTES && freemem() > 2 * NEEDED_BYTES
  } catch {
    return false
  }
}
