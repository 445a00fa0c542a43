import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolConfig } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import type { Line } from '#server/http/answer-cache.ts'
import { listenForChanges } from '#server/http/change-feed.ts'
import { freshDatabase } from '../support/database.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

test('a connection that the network dropped without a word is left, and a new one listens', async () => {
  const network = await openNetwork(database.connection)
  const states: boolean[] = []
  let changes = 0
  const handlers = {
    onChange: () => {
      changes += 1
    },
    onListening: (line: Line | undefined) => void states.push(line !== undefined),
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
})

const announce = () => database.pool.query("select pg_notify('store_changed', 'products')")

async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue(); waited += 10) {
    if (waited > 10_000) throw new Error('it never came true')
    await sleep(10)
  }
}

/** A way to the database on which everything sent can be lost, as behind a firewall that forgets. */
async function openNetwork({ connectionString, host, port, ...rest }: PoolConfig) {
  const url = connectionString ? new URL(connectionString) : undefined
  const target = { host: url?.hostname ?? host ?? 'localhost', port: Number(url?.port || port || 5432) }
  const sockets: Socket[] = []
  const server: Server = createServer((near) => {
    const far = target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host)
    for (const socket of [near, far]) sockets.push(socket.on('error', () => {}))
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const nearPort = typeof address === 'object' && address ? address.port : 0
  if (url) Object.assign(url, { hostname: '127.0.0.1', port: String(nearPort) })
  return {
    connection: url ? { connectionString: url.href } : { ...rest, host: '127.0.0.1', port: nearPort },
    dropSilently() {
      for (const socket of sockets.splice(0)) socket.unpipe().resume()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
