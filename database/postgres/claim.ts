import { appendFileSync, chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type PoolConfig } from 'pg'
import { DatabaseStartError } from '../start-error.ts'

export type Claim = Awaited<ReturnType<typeof claimFolder>>

const TIMEOUT_MS = 10_000
const RETRY_MS = 100
const SQLITE_BUSY = 5
const OPEN = 'open'

/** Referenced here, since a garbage-collected lock is released. */
const heldLocks = new Set<DatabaseSync>()

/**
 * Claims the data folder by a file lock, through SQLite because Node has none: the kernel releases it with the process.
 * Waits at most 10 s for another owner. Throws `DatabaseStartError` if the folder stays locked or its database answers, or no lock is possible.
 */
export async function claimFolder(home: string, connection: PoolConfig | undefined) {
  const pidFile = path.join(home, 'store.pid')
  for (const deadline = Date.now() + TIMEOUT_MS; ; await sleep(RETRY_MS)) {
    const lock = tryLock(home)
    if (lock) {
      // a file that another user left may be read-only
      rmSync(pidFile, { force: true })
      writeFileSync(pidFile, `${process.pid}\n`)
      return {
        markOpen: () => appendFileSync(pidFile, `${OPEN}\n`),
        release() {
          // after an earlier release the file may belong to another store
          if (!heldLocks.has(lock)) return
          rmSync(pidFile, { force: true })
          unlock(lock)
        },
      }
    }
    if (Date.now() > deadline || (connection && (await canConnect(connection))))
      throw new DatabaseStartError(
        `A store is running already on the data in ${home} (process ${readState(pidFile).pid}). Stop that one, or set another DATA_DIR.`,
      )
  }
}

export function isStoreOpen(home: string): boolean {
  if (!readState(path.join(home, 'store.pid')).isOpen) return false
  const lock = tryLock(home)
  if (lock) unlock(lock)
  return lock === undefined
}

function tryLock(home: string): DatabaseSync | undefined {
  const file = path.join(home, 'store.lock')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (cause) {
    lock?.close()
    if (isBusy(cause)) return undefined
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new DatabaseStartError(
      `${file} cannot be locked (${reason}): name a DATA_DIR on a disk of this machine that you may write to.`,
      { cause },
    )
  }
  heldLocks.add(lock)
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(home)
    chownSync(file, uid, gid)
  }
  return lock
}

function unlock(lock: DatabaseSync): void {
  heldLocks.delete(lock)
  lock.close()
}

function isBusy(error: unknown): boolean {
  // the lowest byte is the primary result code
  return error instanceof Error && (Number(Reflect.get(error, 'errcode')) & 0xff) === SQLITE_BUSY
}

function readState(file: string): { pid: number; isOpen: boolean } {
  try {
    const [pid, state] = readFileSync(file, 'utf8').split('\n')
    return { pid: Number(pid), isOpen: state === OPEN }
  } catch {
    return { pid: 0, isOpen: false }
  }
}

async function canConnect(connection: PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
