import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#database/postgres/free-port.ts'
import { programFlags } from '../runtime-flags.mjs'

export type DemoStore = { origin: string; pid: number; stop: () => Promise<void> }
type StartOptions = {
  program?: string
  onError?: (text: string) => void
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const START_MS = 120_000
const KEPT = ['PATH', 'HOME', 'USER', 'TMPDIR', 'TEMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE']
/** Empty, so that a developer's `.env` does not set them. */
const UNSET = { DATABASE_URL: '', IDENTITY: '', CARDS: '', SMTP_URL: '', PUBLIC_URL: '' }

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/** Starts the built store in demo mode. It ends at `stop`, which deletes its data, or at this process's `exit`. Throws if it is not ready. */
export async function startDemoStore(
  settings: Record<string, string> = {},
  { program = 'demo/main.ts', onError = () => {} }: StartOptions = {},
): Promise<DemoStore> {
  const port = await findFreePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'partsline-tool-'))
  const inherited = Object.fromEntries(KEPT.map((name) => [name, process.env[name]]))
  const own = { NODE_ENV: 'production', PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, [...programFlags(program), program], {
    cwd: ROOT,
    env: { ...inherited, ...UNSET, STORE_MODE: 'demo', ...own, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => {
    output += chunk
    onError(String(chunk))
  })
  running.add(child)
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      running.delete(child)
      resolve()
    }),
  )
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const origin = `http://localhost:${port}`
  if (await isReady(child, origin)) return { origin, pid: child.pid ?? 0, stop }
  await stop()
  throw new Error(`The store did not start:\n${output}`)
}

async function isReady(child: ChildProcess, origin: string): Promise<boolean> {
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(50)) {
    if (child.exitCode !== null) return false
    const response = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (response?.ok) return true
  }
  return false
}
