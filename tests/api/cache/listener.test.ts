import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { subscribe } from '#server/cache/listener.ts'
import type { ListenerState } from '#server/cache/response-cache.ts'
import { freshDatabase } from '../../support/database/database.ts'
import { openProxy } from '../../support/database/database-proxy.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

test('a connection that the network dropped silently is given up, and a new one listens', async () => {
  const network = await openProxy(database.connection)
  const states: boolean[] = []
  const warnings: string[] = []
  let invalidations = 0
  const handlers = {
    onInvalidate: () => {
      invalidations += 1
    },
    onConnection: (listener: ListenerState | undefined) => void states.push(listener !== undefined),
    warn: (text: string) => void warnings.push(text),
  }
  const subscription = subscribe(network.connection, handlers, { heartbeatMs: 50, answerMs: 3000 })
  await until(() => states.length === 1)
  await publish()
  await until(() => invalidations === 1)
  network.dropSilently()
  await until(() => states.length === 3)
  expect(states).toEqual([true, false, true])
  await publish()
  await until(() => invalidations === 2)
  await subscription.stop()
  network.close()
  expect(warnings).toEqual([
    'cache: no listener connection; connecting again',
    'cache: the listener connection is back',
  ])
})

test('a lost connection is reported once and not at each retry, and its return once', {
  tags: 'long',
}, async () => {
  const network = await openProxy(database.connection)
  const warnings: string[] = []
  const states: boolean[] = []
  const subscription = subscribe(network.connection, {
    onInvalidate: () => {},
    onConnection: (listener) => void states.push(listener !== undefined),
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
  // The connection is lost, and two attempts fail.
  await until(() => states.length === 6)
  expect(states).toEqual([true, false, true, false, false, false])
  expect(warnings).toEqual([
    expect.stringContaining('no listener connection'),
    expect.stringContaining('back'),
    expect.stringContaining('no listener connection'),
  ])
  await subscription.stop()
})

const publish = () => database.pool.query("select pg_notify('store_changed', 'products')")

async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue(); waited += 10) {
    if (waited > 10_000) throw new Error('The condition was not met within ten seconds')
    await sleep(10)
  }
}
