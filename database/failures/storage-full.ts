import pg from 'pg'

const DISK_FULL = '53100'
/** `io_error` and `internal_error`: PostgreSQL's codes for other file errors. */
const FILE_FAULTS = ['58030', 'XX000']
const NO_SPACE = /No space left on device|Disk quota exceeded|File too large/
/** Node's codes; EFBIG is a limit on file sizes (`ulimit -f`). */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Whether the disk of the database or of uploaded images is full. The statement had no effect. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  if (!(error instanceof pg.DatabaseError)) return FULL.includes(error.code)
  return error.code === DISK_FULL || (FILE_FAULTS.includes(error.code) && NO_SPACE.test(error.message))
}
