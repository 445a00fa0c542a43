import { statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
/** The databases of a run, the large catalogue among them, with room to spare. */
const NEEDED_BYTES = 3 * 1024 ** 3

/**
 * Where a test run keeps its databases: in memory where there is room, else on disk. Creating and dropping the files of
 * some hundred databases takes the kernel a fifth of the run on ext4, which searches long for inodes that were not
 * deleted just now.
 */
export function temporaryFolder(): string {
  return hasRoom() ? MEMORY : tmpdir()
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > NEEDED_BYTES && freemem() > 2 * NEEDED_BYTES
  } catch {
    return false
  }
}
