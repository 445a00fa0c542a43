import { statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const MEMORY = '/dev/shm'
/** The databases of a test run, the large catalogue among them, with room to spare. */
const NEEDED_BYTES = 3 * 1024 ** 3

/**
 * What a test run adds to its environment: its temporary files, databases among them, are kept in memory where there is
 * room. Creating and deleting the files of some hundred databases takes the kernel a fifth of the run on ext4, which
 * searches long for inodes that were not deleted just now.
 *
 * @returns {Record<string, string>}
 */
export function testEnvironment() {
  return hasRoom() ? { TMPDIR: MEMORY } : {}
}

/** Whether files of a test run fit into memory. */
export function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > NEEDED_BYTES && freemem() > 2 * NEEDED_BYTES
  } catch {
    return false
  }
}
