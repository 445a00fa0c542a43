import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg, { type PoolConfig } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { socketFolder } from './postgres/endpoint.ts'

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

test('what was written is there after a stop, and nothing runs in between', async () => {
  await query((await start()).connection, 'insert into kept values (1)')
  await stop()
  expect(existsSync(path.join(home, 'postgres', 'postmaster.pid'))).toBe(false)
  const rows = await query((await start()).connection, 'select n from kept where n = 1')
  expect(rows).toEqual([{ n: 1 }])
})

test('only this user can reach the server: a socket in a private folder, no port', async () => {
  const { connection } = await start()
  expect(lstatSync(String(connection.host)).mode & 0o777).toBe(0o700)
  const rows = await query(connection, "select current_setting('listen_addresses') as ports")
  expect(rows).toEqual([{ ports: '' }])
})

test('letters beyond ASCII fold and split into trigrams', async () => {
  const { connection } = await start()
  await query(connection, 'create extension if not exists pg_trgm')
  const rows = await query(connection, "select lower('ÖL') as folded, similarity('Öl', 'öl') as likeness")
  expect(rows).toEqual([{ folded: 'öl', likeness: 1 }])
  const trigrams = await query(connection, "select cardinality(show_trgm('Öl')) as n")
  expect(trigrams).toEqual([{ n: 3 }])
})

test('a server that is killed is started again with its data', async () => {
  const lines: string[] = []
  const server = await start((line) => lines.push(line))
  await query(server.connection, 'insert into kept values (2)')
  process.kill(postmaster(), 'SIGKILL')
  await expect
    .poll(() => query(server.connection, 'select n from kept where n = 2').catch(() => []), {
      timeout: 15_000,
    })
    .toEqual([{ n: 2 }])
  expect(lines.join()).toContain('started again')
})

test('a killed store takes its server along, and its data opens at once', async () => {
  const program = `
    import { startEmbeddedPostgres } from '${path.resolve('database/embedded-postgres.ts')}'
    const server = await startEmbeddedPostgres('${home}', () => {})
    process.stdout.write('up')
    setInterval(() => {}, 1000)
  `
  const store: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (store.stdout) await once(store.stdout, 'data')
  const abandoned = postmaster()
  store.kill('SIGKILL')
  // PostgreSQL itself refuses data that another server holds
  await start()
  expect(postmaster()).not.toBe(abandoned)
})

test('a long path moves the socket to the folder for temporary files', () => {
  expect(socketFolder('/short')).toBe('/short/socket')
  const moved = socketFolder(`/${'long'.repeat(30)}`)
  expect(path.dirname(moved)).toBe(tmpdir())
})

test('a socket folder that others may enter is refused', async () => {
  const deep = path.join(home, 'long'.repeat(30))
  mkdirSync(socketFolder(deep), { mode: 0o755 })
  try {
    await expect(startEmbeddedPostgres(deep, () => {})).rejects.toThrow('not a private folder')
  } finally {
    rmSync(socketFolder(deep), { recursive: true })
  }
})

test.runIf(isRoot)(
  'root goes on with the same data when user namespaces are forbidden, and back',
  async () => {
    await query((await start()).connection, 'insert into kept values (3)')
    await stop()
    withoutProgram('unshare')
    const lent = await start()
    expect(lstatSync(path.join(home, 'postgres')).uid).toBe(65534)
    expect(await query(lent.connection, 'select n from kept where n = 3')).toEqual([{ n: 3 }])
    await stop()
    process.env.PATH = originalPath
    const rows = await query((await start()).connection, 'select n from kept where n = 3')
    expect(rows).toEqual([{ n: 3 }])
  },
)

test.runIf(isRoot)('root that can lend no other account is told what to do', async () => {
  withoutProgram('unshare')
  withoutProgram('setpriv')
  await expect(start()).rejects.toThrow('set DATABASE_URL')
})

async function start(log: (line: string) => void = () => {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(home, log)
  running.push(server)
  return server
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

/** Stands a program that fails before the real one, as on a machine that forbids it. */
function withoutProgram(name: string): void {
  const folder = path.join(home, 'forbidden')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  if (!process.env.PATH?.startsWith(folder)) process.env.PATH = `${folder}:${process.env.PATH}`
}
