import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tools/free-port.ts'
import { ROOT } from './own-process.ts'

const PATIENCE_MS = 300_000
const MB = 1024 * 1024

/** Runs `work` in a folder of its own that goes afterwards. */
export async function inScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'partsline-checkout-'))
  const tidy = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', tidy)
  try {
    return await work(folder)
  } finally {
    process.off('exit', tidy)
    tidy()
  }
}

/** What is committed, as a stranger gets it. */
export function cloneInto(folder: string): void {
  const cloned = spawnSync('git', ['clone', '-q', ROOT, folder], { encoding: 'utf8' })
  if (cloned.status !== 0) throw new Error(`git clone failed:\n${cloned.stderr}`)
}

/** Seconds from `npm start` to the first page. */
export async function secondsToFirstPage(folder: string): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const { NODE_ENV: _, ...env } = process.env
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...env, PORT: String(port), DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise((resolve) => npm.once('exit', resolve))
  try {
    while (performance.now() - startedAt < PATIENCE_MS && npm.exitCode === null) {
      if (await hasHome(port)) return (performance.now() - startedAt) / 1000
      await sleep(20)
    }
    throw new Error(`no page after npm start:\n${output.slice(-2000)}`)
  } finally {
    npm.kill('SIGTERM')
    await ended
  }
}

async function hasHome(port: number): Promise<boolean> {
  return await fetch(`http://localhost:${port}/`).then(
    async (answer) => answer.ok && (await answer.text()).includes('</html>'),
    () => false,
  )
}

/** Installs what a production image holds of packages. */
export function installForProduction(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(path.join(ROOT, name), path.join(folder, name))
  const installed = spawnSync(
    'npm',
    ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  if (installed.status !== 0) throw new Error(`npm ci failed:\n${installed.stderr}`)
}

/** What a folder takes on the disk, in MB. */
export function diskMegabytes(folder: string): number {
  if (!existsSync(folder)) return 0
  let blocks = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    blocks += lstatSync(path.join(entry.parentPath, entry.name)).blocks
  }
  return (blocks * 512) / MB
}
