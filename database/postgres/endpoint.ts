import { createHash, randomBytes } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PoolConfig } from 'pg'
import { DatabaseStartError } from '../start-error.ts'
import { type Account, changeOwner, UNPRIVILEGED } from './account.ts'
import { findFreePort } from './free-port.ts'

export type Endpoint = { initdb: string[]; settings: Record<string, string>; connection: PoolConfig }

// a connection names every setting: pg reads missing ones from PGPORT, PGSSLMODE and others
const COMMON = { user: 'store', database: 'postgres', ssl: false }
const PORT = 5432
/** `sun_path` without its NUL. */
const MAX_SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107

export async function chooseEndpoint(dataDir: string, account: Account): Promise<Endpoint> {
  if (process.platform === 'win32') return loopbackEndpoint(dataDir)
  const folder = socketFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  assertPrivate(folder, account)
  changeOwner(account, folder)
  return {
    initdb: ['--auth-local=trust', '--auth-host=reject'],
    settings: {
      listen_addresses: '',
      port: String(PORT),
      unix_socket_directories: folder,
      unix_socket_permissions: '0700',
    },
    connection: { ...COMMON, host: folder, port: PORT },
  }
}

/** The connection to a running server, for a second program; not on Windows, where the port is random. */
export function runningEndpoint(dataDir: string): PoolConfig | undefined {
  if (process.platform === 'win32') return undefined
  return { ...COMMON, host: socketFolder(dataDir), port: PORT }
}

async function loopbackEndpoint(dataDir: string): Promise<Endpoint> {
  const file = path.join(dataDir, 'postgres-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  const host = '127.0.0.1'
  const port = await findFreePort()
  return {
    initdb: ['--auth=scram-sha-256', `--pwfile=${file}`],
    settings: { listen_addresses: host, port: String(port), unix_socket_directories: '' },
    connection: { ...COMMON, host, port, password: readFileSync(file, 'utf8') },
  }
}

export function socketFolder(dataDir: string): string {
  const inDataDir = path.join(dataDir, 'socket')
  if (Buffer.byteLength(path.join(inDataDir, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH_BYTES) return inDataDir
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  return path.join(tmpdir(), `partsline-${name}`)
}

/** Another user may have created the folder under /tmp, and its owner controls the connection. */
function assertPrivate(folder: string, account: Account): void {
  const stats = lstatSync(folder)
  // an earlier start by root may have used another account
  const isEarlier = process.getuid?.() === 0 && stats.uid === UNPRIVILEGED.uid
  const isOwned = stats.uid === process.getuid?.() || stats.uid === account.owner?.uid || isEarlier
  if (isOwned && stats.isDirectory() && (stats.mode & 0o077) === 0) return
  throw new DatabaseStartError(`${folder} is not a private folder of this user: remove it and start again.`)
}
