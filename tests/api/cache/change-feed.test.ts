import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import type { Line } from '#server/cache/answer-cache.ts'
import { listenForChanges } from '#server/cache/change-feed.ts'
import { freshDatabase } from '../../support/database/database.ts'
import { openNetwork } from '../../support/database/silent-network.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

test('a connection that the network dropped without a word is left, and a new one listens', async () => {
  const network = await openNetwork(database.connection)
  const states: boolean[] = []
  const warnings: string[] = []
  let changes = 0
  const handlers = {
    onChange: () => {
      changes += 1
    },
    onListening: (line: Line | undefined) => void states.push(line !== undefined),
    warn: (text: string) => void warnings.push(text),
  }
  const feed = listenForChanges(network.connection, handlers, { beatMs: 50, answerMs: 3000 })
  await until(() => states.length === 1)
  await announce()
  await until(() => changes === 1)
  network.dropSilently()
  await until(() => states.length === 3)
  expect(states).toEqual([true, false, true])
  await announce()
  await until(() => changes === 2)
  await feed.stop()
  network.close()
  expect(warnings).toEqual([
    'changes: the listening connection is lost, and looked for',
    'changes: the listening connection is found again',
  ])
})

test('a connection that is lost is told once, however often it is looked for, and so is its return', async () => {
  const network = await openNetwork(database.connection)
  const warnings: string[] = []
  const states: boolean[] = []
  const feed = listenForChanges(network.connection, {
    onChange: () => {},
    onListening: (line) => void states.push(line !== undefined),
    warn: (text) => void warnings.push(text),
  })
  await until(() => states.length === 1)
  const end = () =>
    database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
    )
  await end()
  await until(() => states.length === 3)
  network.close()
  // looked for three times in vain
  await until(() => states.length === 6)
  expect(states).toEqual([true, false, true, false, false, false])
  expect(warnings).toEqual([
    expect.stringContaining('lost'),
    expect.stringContaining('found'),
    expect.stringContaining('lost'),
  ])
  await feed.stop()
})

const announce = () => database.pool.query("select pg_notify('store_changed', 'products')")

async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue(); waited += 10) {
    if (waited > 10_000) throw new Error('it never came true')
    await sleep(10)
  }
}
