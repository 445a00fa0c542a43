import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg, { type PoolConfig } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, runningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { socketFolder } from './endpoint.ts'

const OPEN = 'open\n'
const CREATING = 'Creating the database …\n'
const isRoot = process.getuid?.() === 0
const originalPath = process.env.PATH
let home: string
const running: EmbeddedPostgres[] = []

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'partsline-pg-'))
  const server = await start()
  await query(server.connection, 'create table kept (n int)')
  await stop()
})

afterEach(async () => {
  process.env.PATH = originalPath
  await stop()
})

afterAll(() => rmSync(home, { recursive: true, force: true }))

test('data survives a stop, after which no server runs', async () => {
  await query((await start()).connection, 'insert into kept values (1)')
  await stop()
  expect(existsSync(path.join(home, 'postgres', 'postmaster.pid'))).toBe(false)
  const rows = await query((await start()).connection, 'select n from kept where n = 1')
  expect(rows).toEqual([{ n: 1 }])
})

test('the server listens on a socket in a private folder, and on no port', async () => {
  const { connection } = await start()
  expect(lstatSync(String(connection.host)).mode & 0o777).toBe(0o700)
  const rows = await query(connection, "select current_setting('listen_addresses') as ports")
  expect(rows).toEqual([{ ports: '' }])
})

test('letters beyond ASCII have lower case and trigrams', async () => {
  const { connection } = await start()
  await query(connection, 'create extension if not exists pg_trgm')
  const rows = await query(connection, "select lower('ÖL') as lowered, similarity('Öl', 'öl') as likeness")
  expect(rows).toEqual([{ lowered: 'öl', likeness: 1 }])
  const trigrams = await query(connection, "select cardinality(show_trgm('Öl')) as n")
  expect(trigrams).toEqual([{ n: 3 }])
})

test('a killed server is restarted with its data', async () => {
  const lines: string[] = []
  const server = await start((line) => lines.push(line))
  await query(server.connection, 'insert into kept values (2)')
  process.kill(postmaster(), 'SIGKILL')
  await expect
    .poll(() => query(server.connection, 'select n from kept where n = 2').catch(() => []), {
      timeout: 15_000,
    })
    .toEqual([{ n: 2 }])
  expect(lines.join()).toContain('restarted')
})

test('after a store was killed, another one opens its data with a new server', async () => {
  const store = startInProcess(home)
  await store.waitFor(OPEN)
  const abandoned = postmaster()
  store.child.kill('SIGKILL')
  // The folder is claimed until the process has ended.
  await once(store.child, 'exit')
  // PostgreSQL itself rejects data that another server holds.
  await start()
  expect(postmaster()).not.toBe(abandoned)
})

test('of two stores that start together on a new folder one opens, the other fails with a message', async () => {
  const folder = mkdtempSync(path.join(home, 'twice-'))
  const stores = [startInProcess(folder), startInProcess(folder)]
  const codes = await Promise.all(stores.map((one) => Promise.race([one.waitFor(OPEN), codeOf(one.child)])))
  expect(codes.toSorted()).toEqual([1, OPEN])
  const [first, second] = codes[0] === OPEN ? stores : stores.toReversed()
  expect(second?.output()).toBe(runningAlready(folder, first))
  first?.child.stdin?.end()
  expect(first && (await codeOf(first.child))).toBe(0)
})

test('a store that is creating its database finishes when a second one starts on its folder', {
  tags: 'long',
}, async () => {
  const folder = mkdtempSync(path.join(home, 'creating-'))
  const first = startInProcess(folder)
  await first.waitFor(CREATING)
  expect(runningPostgres(folder)).toBe(undefined)
  await expect(startEmbeddedPostgres(folder, () => {})).rejects.toThrow(runningAlready(folder, first).trim())
  await first.waitFor(OPEN)
  expect(runningPostgres(folder)).toMatchObject({ host: socketFolder(folder) })
  first.child.stdin?.end()
  expect(await codeOf(first.child)).toBe(0)
})

test('a store that is killed while it creates its database does not block the next start', {
  tags: 'long',
}, async () => {
  const folder = mkdtempSync(path.join(home, 'killed-'))
  const killed = startInProcess(folder)
  await killed.waitFor(CREATING)
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  await (await startEmbeddedPostgres(folder, () => {})).stop()
  expect(readdirSync(folder).filter((name) => name.startsWith('postgres'))).toEqual(['postgres'])
})

test('a reused pid of a killed store does not count as a running store', async () => {
  writeFileSync(path.join(home, 'store.pid'), `${process.ppid}\nopen\n`)
  expect(runningPostgres(home)).toBe(undefined)
  await start()
  expect(runningPostgres(home)).toMatchObject({ host: socketFolder(home) })
})

test('a failed start releases the folder', async () => {
  await expect(startEmbeddedPostgres(home, () => {}, { no_such_setting: '1' })).rejects.toThrow(
    'did not start',
  )
  expect(existsSync(path.join(home, 'store.pid'))).toBe(false)
  await start()
})

test('a second stop does not release the folder that another store has opened since', {
  tags: 'long',
}, async () => {
  const first = await start()
  await first.stop()
  const { connection } = await start()
  await first.stop()
  expect(runningPostgres(home)).toEqual(connection)
  await expect(startEmbeddedPostgres(home, () => {})).rejects.toThrow(`(process ${process.pid})`)
})

test('a long path moves the socket to the folder for temporary files', () => {
  expect(socketFolder('/short')).toBe('/short/socket')
  const moved = socketFolder(`/${'long'.repeat(30)}`)
  expect(path.dirname(moved)).toBe(tmpdir())
})

test('a socket folder that others may enter is rejected', async () => {
  const deep = path.join(home, 'long'.repeat(30))
  mkdirSync(socketFolder(deep), { mode: 0o755 })
  try {
    await expect(startEmbeddedPostgres(deep, () => {})).rejects.toThrow('not a private folder')
  } finally {
    rmSync(socketFolder(deep), { recursive: true })
  }
})

test.runIf(isRoot)(
  'root keeps its data when user namespaces become forbidden, and when they are allowed again',
  async () => {
    await query((await start()).connection, 'insert into kept values (3)')
    await stop()
    withoutProgram('unshare')
    const switched = await start()
    expect(lstatSync(path.join(home, 'postgres')).uid).toBe(65534)
    expect(await query(switched.connection, 'select n from kept where n = 3')).toEqual([{ n: 3 }])
    await stop()
    process.env.PATH = originalPath
    const rows = await query((await start()).connection, 'select n from kept where n = 3')
    expect(rows).toEqual([{ n: 3 }])
  },
)

test.runIf(isRoot)('root that cannot switch to another account is told to set DATABASE_URL', async () => {
  withoutProgram('unshare')
  withoutProgram('setpriv')
  await expect(start()).rejects.toThrow('set DATABASE_URL')
})

async function start(log: (line: string) => void = () => {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(home, log)
  running.push(server)
  return server
}

type StoreProcess = { child: ChildProcess; output(): string; waitFor(text: string): Promise<string> }

/** A store in its own process: it stops when its input ends, and prints why it cannot start. */
function startInProcess(folder: string): StoreProcess {
  const program = `
    import { startEmbeddedPostgres } from '${path.resolve('database/postgres/embedded-postgres.ts')}'
    import { DatabaseStartError } from '${path.resolve('database/start-error.ts')}'
    try {
      const server = await startEmbeddedPostgres('${folder}', console.log)
      console.log('open')
      process.stdin.on('end', () => server.stop().then(() => process.exit(0))).resume()
    } catch (error) {
      console.log(error instanceof DatabaseStartError ? error.message : error)
      process.exit(1)
    }
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  return {
    child,
    output: () => output,
    async waitFor(text) {
      while (!output.includes(text)) await once(child.stdout, 'data')
      return text
    },
  }
}

async function codeOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'close')
  return child.exitCode
}

function runningAlready(folder: string, store: StoreProcess | undefined): string {
  return `A store is running already on the data in ${folder} (process ${store?.child.pid}). Stop that one, or set another DATA_DIR.\n`
}

async function stop(): Promise<void> {
  for (const server of running.splice(0)) await server.stop()
}

async function query(connection: PoolConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function postmaster(): number {
  return Number(readFileSync(path.join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Puts a failing program before the real one in PATH. */
function withoutProgram(name: string): void {
  const folder = path.join(home, 'forbidden')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  if (!process.env.PATH?.startsWith(folder)) process.env.PATH = `${folder}:${process.env.PATH}`
}
