import { createHash, randomBytes } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PoolConfig } from 'pg'
import { DatabaseStartError } from '../start-error.ts'
import { type Account, giveTo } from './account.ts'

/** Where PostgreSQL listens, and how the store reaches it there. No other user of the machine can. */
export type Endpoint = { initdb: string[]; server: string[]; connection: PoolConfig }

// everything is named: pg would take what is missing from PGPORT, PGSSLMODE and the like
const COMMON = { user: 'store', database: 'postgres', ssl: false }
const PORT = 5432
/** The kernel's limit for the path of a socket, in bytes. */
const SOCKET_PATH_LIMIT = 107

/** A socket in a folder that only we may enter; on Windows, which has none, a port of this machine with a password. */
export async function chooseEndpoint(dataDir: string, account: Account): Promise<Endpoint> {
  return process.platform === 'win32' ? loopbackEndpoint(dataDir) : socketEndpoint(dataDir, account)
}

function socketEndpoint(dataDir: string, account: Account): Endpoint {
  const folder = socketFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  assertPrivate(folder, account)
  giveTo(account, folder)
  return {
    initdb: ['--auth-local=trust', '--auth-host=reject'],
    server: [
      '-k',
      folder,
      '-p',
      String(PORT),
      '-c',
      'listen_addresses=',
      '-c',
      'unix_socket_permissions=0700',
    ],
    connection: { ...COMMON, host: folder, port: PORT },
  }
}

/** How a second program of the same user reaches a server that runs already; not on Windows, where the port is drawn. */
export function runningEndpoint(dataDir: string): PoolConfig | undefined {
  if (process.platform === 'win32') return undefined
  return { ...COMMON, host: socketFolder(dataDir), port: PORT }
}

async function loopbackEndpoint(dataDir: string): Promise<Endpoint> {
  const file = path.join(dataDir, 'postgres-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  const port = await freePort()
  return {
    initdb: ['--auth=scram-sha-256', `--pwfile=${file}`],
    server: ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    connection: { ...COMMON, host: '127.0.0.1', port, password: readFileSync(file, 'utf8') },
  }
}

/** Beside the data, or, where that path is too long for a socket, under the folder for temporary files. */
export function socketFolder(dataDir: string): string {
  const beside = path.join(dataDir, 'socket')
  if (Buffer.byteLength(path.join(beside, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_LIMIT) return beside
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  return path.join(tmpdir(), `partsline-${name}`)
}

/** Any user can make a folder under /tmp before us, and the folder's owner controls the connection. */
function assertPrivate(folder: string, account: Account): void {
  const found = lstatSync(folder)
  const owners = [process.getuid?.(), account.owner?.uid]
  // data that root runs may have belonged to nobody before, and the other way round
  const lent = process.getuid?.() === 0 && found.uid === 65534
  if (found.isDirectory() && (owners.includes(found.uid) || lent) && (found.mode & 0o077) === 0) return
  throw new DatabaseStartError(`${folder} is not a private folder of this user: remove it and start again.`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = address !== null && typeof address === 'object' ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
