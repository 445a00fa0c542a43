import { execFile, spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { PoolConfig } from 'pg'
import { DatabaseStartError } from '../start-error.ts'
import { type Account, changeOwner, chooseAccount } from './account.ts'
import { findBinaries, type PostgresBinaries } from './binaries.ts'
import { type Claim, claimFolder, isOpen } from './claim.ts'
import { chooseEndpoint, type Endpoint, runningEndpoint } from './endpoint.ts'
import { keepServerRunning } from './server-process.ts'
import { embeddedSettings } from './settings.ts'

export type EmbeddedPostgres = { connection: PoolConfig; stop(): Promise<void> }

/** The character classification by platform; the collation is by code point everywhere. */
const LETTERS: Partial<Record<NodeJS.Platform, string>> = { linux: 'C.UTF-8', darwin: 'UTF-8' }

/**
 * Starts the PostgreSQL of the npm package, accessible to this user only, with its data in `dataDir`. It ends with `stop`
 * or with this process, and is restarted when it ends by itself. `settings` override its configuration.
 * @throws DatabaseStartError if the machine cannot run it, or another store uses the data
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

/** The connection of a running store's embedded server, for a second program. */
export function runningPostgres(dataDir: string): PoolConfig | undefined {
  const home = path.resolve(dataDir)
  return isOpen(home) ? runningEndpoint(home) : undefined
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
  const options = Object.entries({ ...embeddedSettings(), ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = await keepServerRunning({
    command: [...account.prefix, binaries.postgres, '-D', data, ...endpoint.server, ...options],
    // since this process has the claim, the server is that of a killed store; the kernel may be stopping it already
    onOccupied: () => {
      if (!account.endsWithUs) stopByControl({ account, binaries, data })
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

type DataFolder = { data: string; account: Account; binaries: PostgresBinaries }

/**
 * Creates the data folder atomically by renaming a draft. Each draft has a unique name, since initdb of a killed store may
 * still be running for a moment.
 */
async function createData({
  data,
  account,
  endpoint,
  binaries,
}: DataFolder & { endpoint: Endpoint }): Promise<void> {
  removeDrafts(data)
  const draft = mkdtempSync(`${data}.new-`)
  changeOwner(account, draft)
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

function removeDrafts(data: string): void {
  const home = path.dirname(data)
  const drafts = readdirSync(home).filter((name) => name.startsWith(`${path.basename(data)}.new`))
  for (const name of drafts) rmSync(path.join(home, name), { recursive: true, force: true, maxRetries: 5 })
}

/** Stops with pg_ctl, which refuses root like the server. */
function stopByControl({ account, binaries, data }: DataFolder): void {
  const [command = '', ...args] = [...account.prefix, binaries.pg_ctl, 'stop', '-D', data, '-m', 'fast']
  spawnSync(command, args, { stdio: 'ignore' })
}
