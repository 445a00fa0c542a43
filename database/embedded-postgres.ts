import { execFile, spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pg, { type PoolConfig } from 'pg'
import { type Account, chooseAccount, giveTo } from './postgres/account.ts'
import { findBinaries, type PostgresBinaries } from './postgres/binaries.ts'
import { chooseEndpoint, type Endpoint, runningEndpoint } from './postgres/endpoint.ts'
import { keepServerRunning } from './postgres/server-process.ts'
import { embeddedSettings } from './postgres/settings.ts'
import { DatabaseStartError } from './start-error.ts'

export type EmbeddedPostgres = { connection: PoolConfig; stop(): Promise<void> }

/** The locale of letters, by platform; order is by code point everywhere. */
const LETTERS: Partial<Record<NodeJS.Platform, string>> = { linux: 'C.UTF-8', darwin: 'UTF-8' }

/**
 * Starts the PostgreSQL that npm installed, reachable by this user alone, with its data below `dataDir`.
 * It ends with `stop`, and with this process however that ends; ended by anything else, it is started again.
 * `settings` override its configuration.
 * @throws Error in plain words where the machine cannot run it, or another store is using the same data
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: (line: string) => void,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries()
  const home = path.resolve(dataDir)
  const data = path.join(home, 'postgres')
  makeHome(home)
  const account = chooseAccount(binaries.postgres, data)
  const endpoint = await chooseEndpoint(home, account)
  if (!existsSync(data)) {
    log('Creating the database …')
    await createData({ data, account, endpoint, binaries })
  }
  giveTo(account, data)
  const options = Object.entries({ ...embeddedSettings(), ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const owner = path.join(home, 'store.pid')
  const server = await keepServerRunning({
    command: [...account.prefix, binaries.postgres, '-D', data, ...endpoint.server, ...options],
    onOccupied: () => takeOver({ owner, home, data, account, binaries, connection: endpoint.connection }),
    log,
  })
  // a new file: one that another user's store left may not be written to
  rmSync(owner, { force: true })
  writeFileSync(owner, String(process.pid))
  return {
    connection: endpoint.connection,
    async stop() {
      // Windows knows no signal that stops it cleanly
      if (process.platform === 'win32') stopByControl({ account, binaries, data })
      await server.stop()
      rmSync(owner, { force: true })
    },
  }
}

/** The connection of the embedded server while a store of this folder runs, for a second program beside it. */
export function runningPostgres(dataDir: string): PoolConfig | undefined {
  const home = path.resolve(dataDir)
  const pid = readOwner(path.join(home, 'store.pid'))
  return pid > 0 && isAlive(pid) ? runningEndpoint(home) : undefined
}

function makeHome(home: string): void {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  try {
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new DatabaseStartError(
      `${home} belongs to another user: start the store as that user, or name another DATA_DIR.`,
      {
        cause,
      },
    )
  }
}

type Place = { data: string; account: Account; binaries: PostgresBinaries }

/** Makes the data folder in one step: an interrupted start leaves none that looks whole. */
async function createData({
  data,
  account,
  endpoint,
  binaries,
}: Place & { endpoint: Endpoint }): Promise<void> {
  const draft = `${data}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  giveTo(account, draft)
  const [command = '', ...args] = [
    ...account.prefix,
    binaries.initdb,
    `--pgdata=${draft}`,
    '--username=store',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--lc-ctype=${LETTERS[process.platform] ?? 'C'}`,
    ...endpoint.initdb,
  ]
  await promisify(execFile)(command, args)
  renameSync(draft, data)
}

/**
 * Called while another PostgreSQL holds the data. One that a killed store left running is stopped; where the kernel
 * ends it by itself, it is waited for. Throws where a store uses the data.
 */
async function takeOver({
  owner,
  home,
  data,
  account,
  binaries,
  connection,
}: Place & { owner: string; home: string; connection: PoolConfig }): Promise<void> {
  const pid = readOwner(owner)
  if (pid > 0 && pid !== process.pid && isAlive(pid)) {
    if (!(await answers(connection))) return
    throw new DatabaseStartError(
      `A store is running already on the data in ${home} (process ${pid}). Stop that one, or set another DATA_DIR.`,
    )
  }
  if (!account.endsWithUs) stopByControl({ account, binaries, data })
}

function readOwner(file: string): number {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
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

/** As the account that PostgreSQL runs as: its control program refuses root, too. */
function stopByControl({ account, binaries, data }: Place): void {
  const [command = '', ...args] = [...account.prefix, binaries.pg_ctl, 'stop', '-D', data, '-m', 'fast']
  spawnSync(command, args, { stdio: 'ignore' })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
