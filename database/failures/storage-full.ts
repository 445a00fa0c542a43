import pg from 'pg'

/** `disk_full`. */
const DISK_FULL = '53100'
/** `io_error` and `internal_error`: what PostgreSQL reports for faults of files that it gives no code of their own. */
const FILE_FAULTS = ['58030', 'XX000']
const NO_SPACE = /No space left on device|Disk quota exceeded|File too large/
/** Of Node's file system; EFBIG is a limit on the size of files (`ulimit -f`). */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Whether the database, or the folder of uploaded pictures, has no space left. Nothing of the statement was done. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  if (!(error instanceof pg.DatabaseError)) return FULL.includes(error.code)
  return error.code === DISK_FULL || (FILE_FAULTS.includes(error.code) && NO_SPACE.test(error.message))
}
