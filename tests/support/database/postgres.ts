import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg, { type PoolConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '#database/open.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#database/postgres/embedded-postgres.ts'

/** How test files connect to the run's PostgreSQL, and the name of the database to copy. */
export type TestPostgres = { connection: PoolConfig; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
  }
}

/** Test data need not survive a power failure. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/**
 * Starts one PostgreSQL for the whole test run, whose tables are created once in a template that test files
 * copy. `TEST_DATABASE_URL` names a running server; without it an embedded one runs as long as the tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  const server = url
    ? { connection: { connectionString: url }, stop: async () => {} }
    : await startThrowawayPostgres()
  const template = `partsline_test_${process.pid}`
  await administer(server.connection, `create database ${template}`)
  const tables = await connect(
    { ...server.connection, ...databaseOf(server.connection, template) },
    { log() {} },
    async () => {},
  )
  await tables.close()
  project.provide('postgres', { connection: server.connection, template })
  return async () => {
    await dropAll(server.connection, template)
    await server.stop()
  }
}

/** Returns the connection as a `DATABASE_URL`, for a program in a process of its own. */
export function urlOf(connection: PoolConfig): string {
  if (connection.connectionString) return connection.connectionString
  const { user = '', password, host = '', port = 5432, database: name = '' } = connection
  const query = new URLSearchParams({ host, port: String(port), user, password: String(password ?? '') })
  return `postgres:///${name}?${query}`
}

/** Returns the settings to override in `connection` for another database on the same server. */
export function databaseOf(connection: PoolConfig, database: string): PoolConfig {
  if (!connection.connectionString) return { database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** Runs one statement outside any transaction, as creating and dropping databases requires. */
export async function administer(connection: PoolConfig, sql: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Drops the template and databases that a test file left behind, for a server that keeps running. */
async function dropAll(connection: PoolConfig, prefix: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const left = await client.query<{ datname: string }>(
      "select datname from pg_database where datname = $1 or starts_with(datname, $1 || '_')",
      [prefix],
    )
    for (const { datname } of left.rows) await client.query(`drop database ${datname} with (force)`)
  } finally {
    await client.end()
  }
}

/** Starts a PostgreSQL whose data is deleted when it stops. */
export async function startThrowawayPostgres(): Promise<EmbeddedPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'partsline-test-'))
  const server = await startEmbeddedPostgres(folder, () => {}, FAST)
  // An interrupted run skips the teardown: its server ends with this process, its folder is removed here.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return {
    connection: server.connection,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
