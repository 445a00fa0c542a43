import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#database/postgres/free-port.ts'
import { limitRow, type Row } from '../results.ts'
import { type Bench, ROOT, temporaryFolder } from '../store.ts'

const TIMEOUT_MS = 300_000
/** Node's C++ headers, for native add-ons, which a production image does not build. */
const NODE_HEADERS = ['node_modules', `node-${process.platform}-${process.arch}`, 'include']
const NPM_CI = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

export async function start({ settings, print }: Bench): Promise<Row[]> {
  const folder = temporaryFolder()
  const clone = path.join(folder, 'clone')
  runCommand('git', ['clone', '-q', ROOT, clone], folder)
  print('start: npm start in a fresh clone')
  const cold = await secondsToFirstPage(clone)
  const warm: number[] = []
  for (let round = 0; round < settings.rounds; round++) warm.push(await secondsToFirstPage(clone))
  const modules = megabytesOf(path.join(clone, 'node_modules'))
  print('start: npm ci --omit=dev')
  const image = path.join(folder, 'image')
  mkdirSync(image)
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(path.join(ROOT, file), path.join(image, file))
  runCommand('npm', NPM_CI, image)
  const whole = megabytesOf(image)
  const headers = megabytesOf(path.join(image, ...NODE_HEADERS))
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  return [
    limitRow('Cold start: `npm start` in a fresh clone to the first page', cold, { unit: 's', atMost: 45 }),
    limitRow('Warm start: `npm start` again to the first page', warm, { unit: 's', atMost: 2 }),
    limitRow('`node_modules` with test tools, on disk', modules, { unit: 'MB', atMost: 700 }),
    limitRow(
      'Packages of a production image: `npm ci --omit=dev`, without headers for C++',
      whole - headers,
      {
        unit: 'MB',
        atMost: 350,
        note: `${Math.round(whole)} MB with the headers of the Node package`,
      },
    ),
  ]
}

function runCommand(command: string, args: string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr}`)
}

async function secondsToFirstPage(folder: string): Promise<number> {
  const port = await findFreePort()
  const startedAt = performance.now()
  const { NODE_ENV: _, ...env } = process.env
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...env, PORT: String(port), DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => npm.once('exit', resolve))
  try {
    while (performance.now() - startedAt < TIMEOUT_MS && npm.exitCode === null) {
      const response = await fetch(`http://localhost:${port}/`).catch(() => undefined)
      if (response?.ok && (await response.text()).includes('</html>'))
        return (performance.now() - startedAt) / 1000
      await sleep(20)
    }
    throw new Error('There is no page after npm start')
  } finally {
    npm.kill('SIGTERM')
    await ended
  }
}

function megabytesOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const blocks = entries.map(({ parentPath, name }) => lstatSync(path.join(parentPath, name)).blocks)
  return (blocks.reduce((sum, count) => sum + count, 0) * 512) / 1024 ** 2
}
