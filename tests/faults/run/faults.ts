import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Load } from './buyers.ts'
import { callApi } from './call-api.ts'
import { withDatabase } from './check.ts'
import type { MailServer } from './mail-server.ts'
import type { Person } from './people.ts'
import type { RunningStore } from './running-store.ts'

type FaultContext = {
  store: RunningStore
  mail: MailServer
  load: Load
  admin: Person
  random: () => number
  /** The index of the run. */
  runIndex: number
}

export type Fault = {
  name: string
  /** Its description in the document. */
  about: string
  /** Causes the fault and ends it. Returns the time (`performance.now()`) of the kill, or else of the end. */
  run(context: FaultContext): Promise<number>
  /** The data folder; a temporary folder by default. */
  dataFolder?: () => DataFolder | undefined
}
export type DataFolder = { dataDir: string; remove(): void }

const STALL_MS = 15_000
const OUTAGE_MS = 5_000
const BURST = { seconds: 5, perSecond: 400, tickMs: 25, orders: 0.25 }
const CLOCK_JUMP_MS = 5 * 60_000
const SMALL_DISK = '400m'
const DISK_FULL_MS = 4_000
const PICTURE = path.resolve(import.meta.dirname, '../../../docs/screens/part-light.png')

export function temporaryFolder(): DataFolder {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'partsline-faults-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  return { dataDir, remove }
}

export const faults: Fault[] = [
  {
    name: 'kill-node',
    about: 'SIGKILL of Node, which is started again at once, as a supervisor does',
    run: ({ store }) => killAndStart(store, () => {}),
  },
  {
    name: 'kill-postmaster',
    about: 'SIGKILL of PostgreSQL’s first process',
    async run({ store }) {
      process.kill(store.postmaster(), 'SIGKILL')
      return performance.now()
    },
  },
  {
    name: 'kill-backend',
    about: 'SIGKILL of one process of PostgreSQL that serves the store; PostgreSQL then ends all others',
    async run({ store, random }) {
      const pid = await withDatabase(store.dataDir, async ({ pool }) => {
        const { rows } = await pool.query<{ pid: number }>(
          "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by pid",
        )
        return rows[Math.floor(random() * rows.length)]?.pid
      })
      if (pid === undefined) throw new Error('The store has no connection')
      process.kill(pid, 'SIGKILL')
      return performance.now()
    },
  },
  {
    name: 'kill-both',
    about: 'SIGKILL of PostgreSQL’s first process and of Node, which is started again at once',
    run: ({ store }) => killAndStart(store, () => process.kill(store.postmaster(), 'SIGKILL')),
  },
  {
    name: 'stall',
    about: `all processes of PostgreSQL are stopped (SIGSTOP) for ${STALL_MS / 1000} s`,
    async run({ store }) {
      const stopped = store.postgresProcesses()
      signalAll(stopped, 'SIGSTOP')
      try {
        await sleep(STALL_MS)
      } finally {
        signalAll(stopped, 'SIGCONT')
      }
      return performance.now()
    },
  },
  {
    name: 'disk-full',
    about: `a file fills the rest of a disk of ${SMALL_DISK.replace('m', ' MB')} for ${DISK_FULL_MS / 1000} s, while an admin uploads pictures`,
    dataFolder: smallDisk,
    run: fillDisk,
  },
  {
    name: 'mail-down',
    about: `the mail server refuses connections and closes open ones, for ${OUTAGE_MS / 1000} s`,
    async run({ mail }) {
      await mail.shut()
      await sleep(OUTAGE_MS)
      await mail.open()
      return performance.now()
    },
  },
  {
    name: 'cards-down',
    about: `every call to the card provider fails for ${OUTAGE_MS / 1000} s, half of them after they had their effect, and its events are lost`,
    async run({ store }) {
      const addFault = (fault: object) => control(store, 'POST', fault)
      await addFault({ target: 'every_call', act: 'act_and_drop', share: 0.5 })
      await addFault({ target: 'every_call', act: 'fail' })
      await addFault({ target: 'events', act: 'lose' })
      await sleep(OUTAGE_MS)
      await control(store, 'DELETE')
      return performance.now()
    },
  },
  {
    name: 'clock',
    about:
      'the clock of Node jumps 5 minutes forward, or back in every second run, and 3 s later to the right time',
    async run({ store, runIndex }) {
      store.setClock(runIndex % 2 === 0 ? CLOCK_JUMP_MS : -CLOCK_JUMP_MS)
      await sleep(3_000)
      store.setClock(0)
      return performance.now()
    },
  },
  {
    name: 'overload',
    about: `${BURST.perSecond} purchases and searches a second for ${BURST.seconds} s, started without waiting for earlier ones: a quarter purchases, the others searches that are not cached`,
    run: flood,
  },
]

async function killAndStart(store: RunningStore, killFirst: () => void): Promise<number> {
  killFirst()
  const killedAt = performance.now()
  await store.kill()
  await store.start()
  return killedAt
}

function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended.
    }
  }
}

async function control(store: RunningStore, method: 'POST' | 'DELETE', json?: object): Promise<void> {
  const response = await callApi(store.origin, {
    method,
    path: '/payments/control/faults',
    ...(json ? { json } : {}),
  })
  if (response.status >= 400 || response.status === 0)
    throw new Error(`The card sandbox responded ${response.status}`)
}

/** A separate file system, if this machine allows mounting one. */
function smallDisk(): DataFolder | undefined {
  const { dataDir, remove } = temporaryFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK},mode=0700`, 'tmpfs', dataDir])
  if (mounted.status === 0) {
    return {
      dataDir,
      remove() {
        // PostgreSQL of a killed store may still use it
        spawnSync('umount', ['--lazy', dataDir])
        remove()
      },
    }
  }
  remove()
  return undefined
}

async function fillDisk({ store, load, admin }: FaultContext): Promise<number> {
  const file = path.join(store.dataDir, 'filler')
  fillWith(file)
  const until = performance.now() + DISK_FULL_MS
  const bytes = new Uint8Array(readFileSync(PICTURE))
  while (performance.now() < until) {
    await admin.call({ method: 'POST', path: '/api/image', file: { type: 'image/png', bytes } }, load.log)
    // Space that the store frees meanwhile is filled again.
    fillWith(file)
    await sleep(200)
  }
  rmSync(file)
  return performance.now()
}

/** Appends until the disk is full. */
function fillWith(file: string): void {
  const descriptor = openSync(file, 'a')
  try {
    for (let bytes = 1_048_576; bytes >= 4096; ) {
      try {
        if (writeSync(descriptor, Buffer.alloc(bytes)) < bytes) bytes /= 2
      } catch {
        bytes /= 2
      }
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Open-loop load: each purchase or search starts without waiting for earlier ones. */
async function flood({ store, load, random }: FaultContext): Promise<number> {
  const requests: Promise<unknown>[] = []
  const perTick = (BURST.perSecond * BURST.tickMs) / 1000
  const startedAt = performance.now()
  const ticks = (BURST.seconds * 1000) / BURST.tickMs
  for (let tick = 1; tick <= ticks; tick += 1) {
    for (let count = 0; count < perTick; count += 1) {
      const word = random().toString(36).slice(2, 8)
      const search = { method: 'GET', path: `/api/service?q=brake%20${word}&limit=24` }
      requests.push(random() < BURST.orders ? load.buy() : callApi(store.origin, search, load.log))
    }
    await sleep(Math.max(0, startedAt + tick * BURST.tickMs - performance.now()))
  }
  const endedAt = performance.now()
  await Promise.all(requests)
  return endedAt
}
