import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#database/postgres/free-port.ts'
import { programFlags, storeEnvironment } from '#tools/runtime-flags.mjs'

/** A store with the settings of `npm start`, an embedded PostgreSQL and data of its own. */
export type RunningStore = {
  origin: string
  dataDir: string
  /** Starts the process again; resolves once the store is ready. */
  start(): Promise<void>
  /** Kills Node with SIGKILL; resolves once it has ended. */
  kill(): Promise<void>
  /** Sends SIGTERM; resolves once Node has ended. */
  stop(): Promise<void>
  /** The pid of the postmaster. */
  postmaster(): number
  /** The pids of the postmaster and all its child processes. */
  postgresProcesses(): number[]
  /** Moves the clock of Node's process. */
  setClock(offsetMs: number): void
  /** The end of the store's output. */
  output(): string
}

const ROOT = path.resolve(import.meta.dirname, '../../..')
const START_MS = 60_000
const PROGRAM = 'demo/main.ts'
const KEPT_VARIABLES = ['PATH', 'HOME', 'USER', 'TMPDIR', 'LD_LIBRARY_PATH']

export async function startRunningStore(
  dataDir: string,
  settings: Record<string, string>,
): Promise<RunningStore> {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const clockFile = path.join(dataDir, 'clock-offset')
  writeFileSync(clockFile, '0')
  const kept = Object.fromEntries(KEPT_VARIABLES.map((name) => [name, process.env[name]]))
  const env = {
    ...kept,
    ...storeEnvironment({}),
    PORT: String(port),
    DATA_DIR: dataDir,
    CLOCK_FILE: clockFile,
  }
  const preload = path.join(import.meta.dirname, 'move-clock.mjs')
  let child: ChildProcess | undefined
  let output = ''
  const start = async () => {
    // a separate process group: after Ctrl-C the run stops the store
    const started = spawn(process.execPath, ['--import', preload, ...programFlags(PROGRAM), PROGRAM], {
      cwd: ROOT,
      env: { ...env, LOG_LEVEL: 'error', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const collect = (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-20_000)
    }
    started.stdout.on('data', collect)
    started.stderr.on('data', collect)
    child = started
    await untilReady(started, origin, () => output)
  }
  // before the folder is removed, which also happens at the exit
  process.prependOnceListener('exit', () => child?.kill('SIGKILL'))
  await start()
  const postmaster = () =>
    Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    origin,
    dataDir,
    start,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
    postmaster,
    postgresProcesses: () => withChildren(postmaster()),
    setClock(offsetMs) {
      writeFileSync(clockFile, String(offsetMs))
      child?.kill('SIGUSR2')
    },
    output: () => output,
  }
}

async function untilReady(child: ChildProcess, origin: string, output: () => string): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(20)) {
    if (child.exitCode !== null || child.signalCode !== null) break
    const ready = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    )
    await ready?.arrayBuffer()
    if (ready?.ok) return
  }
  throw new Error(`The store did not start:\n${output()}`)
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill(signal)
  await ended
}

function withChildren(parent: number): number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
  return [parent, ...children.map(Number)]
}

function parentOf(pid: string): number | undefined {
  try {
    // the second field is the command in brackets, which may contain spaces
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
    return Number(fields?.[1])
  } catch {
    // the process has ended
    return undefined
  }
}
