import { appendFileSync, chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type PoolConfig } from 'pg'
import { DatabaseStartError } from '../start-error.ts'

export type Claim = {
  /** Publishes to other programs that PostgreSQL takes connections. */
  markOpen(): void
  release(): void
}

/** How long a predecessor that is being stopped, or that cannot open its database, may take to let go of the folder. */
const PATIENCE_MS = 10_000
const PAUSE_MS = 100
const SQLITE_BUSY = 5
const OPEN = 'open'

/** A lock that is garbage-collected is released: those held by this process are kept here. */
const held = new Set<DatabaseSync>()

/**
 * Claims the data folder for this process, before anything is created in it. The claim is a lock of the operating system
 * on `store.lock`, taken through SQLite because Node has no call for it: it ends with its process, so neither a crash
 * nor a reused process number leaves a folder claimed. `store.pid` only tells the number of the owner's process, and
 * whether its PostgreSQL has opened.
 * While another process has the claim, it is waited for until its PostgreSQL answers, 10 s at most.
 * @throws DatabaseStartError where another store keeps the folder
 */
export async function claimFolder(home: string, connection: PoolConfig | undefined): Promise<Claim> {
  const numberFile = path.join(home, 'store.pid')
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const lock = tryLock(home)
    if (lock) {
      // a new file: one that another user's store left may not be written to
      rmSync(numberFile, { force: true })
      writeFileSync(numberFile, `${process.pid}\n`)
      return {
        markOpen: () => appendFileSync(numberFile, `${OPEN}\n`),
        release() {
          // released before: the number may be another store's by now
          if (!held.has(lock)) return
          rmSync(numberFile, { force: true })
          unlock(lock)
        },
      }
    }
    if (Date.now() > until || (connection && (await answers(connection))))
      throw new DatabaseStartError(
        `A store is running already on the data in ${home} (process ${readState(numberFile).pid}). Stop that one, or set another DATA_DIR.`,
      )
    await sleep(PAUSE_MS)
  }
}

/** Whether a process that lives has claimed the folder and opened its PostgreSQL. */
export function isOpen(home: string): boolean {
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
    // nothing is ever written: neither to the file nor to a journal beside it
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
  held.add(lock)
  leaveToOwner(home, file)
  return lock
}

/** The user whose folder it is can lock it after root has. */
function leaveToOwner(home: string, file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(home)
  chownSync(file, uid, gid)
}

function unlock(lock: DatabaseSync): void {
  held.delete(lock)
  lock.close()
}

function isBusy(error: unknown): boolean {
  // the lowest byte is the kind of error, the others detail it
  return error instanceof Error && (Number(Reflect.get(error, 'errcode')) & 0xff) === SQLITE_BUSY
}

/** The number is 0 while the owner is writing it. */
function readState(file: string): { pid: number; isOpen: boolean } {
  try {
    const [pid, state] = readFileSync(file, 'utf8').split('\n')
    return { pid: Number(pid), isOpen: state === OPEN }
  } catch {
    return { pid: 0, isOpen: false }
  }
}

/** Whether a server takes connections there: one that is starting or stopping does not. */
async function answers(connection: PoolConfig): Promise<boolean> {
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
