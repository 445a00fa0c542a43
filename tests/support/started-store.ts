import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#database/postgres/free-port.ts'

export type StartedStore = {
  origin: string
  npm: ChildProcess
  /** Resolves with npm's exit code once it has ended; null if a signal ended it. */
  ended: Promise<number | null>
  /** All that it has printed so far. */
  output: () => string
}

const START_MS = 60_000

/** Runs `npm start` in a process group of its own; resolves when it is ready. Throws if it ends or after a minute. */
export async function startStore(dataDir: string): Promise<StartedStore> {
  const port = await findFreePort()
  const npm = spawn('npm', ['start'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  npm.stdout.on('data', (chunk) => (output += chunk))
  npm.stderr.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((resolve) => npm.once('exit', resolve))
  const origin = `http://localhost:${port}`
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(50)) {
    if (npm.exitCode !== null) break
    const ready = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (ready?.ok) return { origin, npm, ended, output: () => output }
  }
  if (npm.pid !== undefined && npm.exitCode === null && npm.signalCode === null)
    process.kill(-npm.pid, 'SIGKILL')
  throw new Error(`The store did not start:\n${output}`)
}

/** Ids of the readable processes with this text in their command line or environment, such as a data folder's path. */
export function processesNaming(text: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => `${read(pid, 'cmdline')}\n${read(pid, 'environ')}`.includes(text)).map(Number)
}

/** The id of the store's own process, which npm starts. */
export function serverProcess(dataDir: string): number {
  const found = processesNaming(dataDir).find((pid) =>
    /node[^\0]*\0.*demo\/main\.ts/.test(read(String(pid), 'cmdline')),
  )
  if (found === undefined) throw new Error('The store does not run')
  return found
}

function read(pid: string, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // The process ended meanwhile, or belongs to another user.
    return ''
  }
}
