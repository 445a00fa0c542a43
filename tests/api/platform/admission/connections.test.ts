import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { storeImage } from '#server/catalog/pictures.ts'
import { portOf } from '#tests/support/http/listening-port.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let store: TestStore
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await store?.close()
})

async function open(env: Record<string, string>): Promise<void> {
  store = await openTestStore({ env })
  await store.app.listen({ port: 0, host: '127.0.0.1' })
}

async function connected(): Promise<Socket> {
  const socket = connect(portOf(store.app.server), '127.0.0.1')
  socket.on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

const TOKEN_LINE = (token?: string) => (token ? `authorization: Bearer ${token}\r\n` : '')

/** A request whose body never ends. */
async function slowBody({ path = '/api/newsletter', bytes = 100_000, token = '' } = {}): Promise<Socket> {
  const socket = await connected()
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\n${TOKEN_LINE(token)}content-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n{"email":`,
  )
  return socket
}

async function shed(reason: string): Promise<number> {
  const { payload } = await store.call({ url: '/metrics' })
  return Number(
    new RegExp(`^store_shed_requests_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(payload)?.[1],
  )
}

const subscribe = (email: string) =>
  fetch(`http://127.0.0.1:${portOf(store.app.server)}/api/newsletter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })

test.each([
  '/api/newsletter',
  '/identity/v1/accounts:signUp?key=partsline-embedded',
  '/payments/nothing',
  '/nothing',
])(
  'of bodies under way to %s the oldest is given up beyond the limit, and others get through',
  async (path) => {
    await open({ BODY_MEGABYTES_AT_ONCE: '1' })
    const oldest = await slowBody({ path, bytes: 60_000 })
    const closed = once(oldest, 'close')
    const more: Socket[] = []
    for (let n = 0; n < 17; n += 1) more.push(await slowBody({ path, bytes: 60_000 }))
    await closed
    expect((await subscribe('quick@example.com')).ok).toBe(true)
    expect(await shed('bodies')).toBe(1)
    expect(more.every((socket) => !socket.closed)).toBe(true)
  },
)

test('a chunked body counts as one of the largest size', async () => {
  await open({ BODY_MEGABYTES_AT_ONCE: '1' })
  const first = await connected()
  const closed = once(first, 'close')
  const head =
    'POST /api/newsletter HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
  first.write(head)
  for (let n = 0; n < 10; n += 1) (await connected()).write(head)
  await closed
  expect(await shed('bodies')).toBe(1)
})

test('a body of who is signed in is not given up', async () => {
  await open({ BODY_MEGABYTES_AT_ONCE: '1' })
  const { token } = await store.signUp()
  const own = await slowBody({ path: '/api/review', bytes: 60_000, token })
  const first = await slowBody({ bytes: 60_000 })
  const closed = once(first, 'close')
  for (let n = 0; n < 17; n += 1) await slowBody({ bytes: 60_000 })
  await closed
  expect(own.closed).toBe(false)
})

test('connections beyond the limit are closed at once, and counted', async () => {
  await open({ CONNECTIONS_AT_ONCE: '3' })
  const held = [await connected(), await connected(), await connected()]
  const beyond = await connected()
  await once(beyond, 'close')
  expect(await shed('connections')).toBe(1)
  const [first] = held
  first?.destroy()
  await once(first ?? beyond, 'close')
  // the place is free once the store has seen it, too
  await expect.poll(async () => (await subscribe('next@example.com').catch(() => undefined))?.ok).toBe(true)
})

test('of many uploads at once four are read, the others wait on their connections', async () => {
  await open({})
  const read: number[] = []
  const ends: (() => void)[] = []
  const uploads = Array.from({ length: 12 }, (_, index) => {
    const body = new Readable({
      read() {
        if (read.includes(index)) return
        read.push(index)
        this.push(Buffer.alloc(1000))
        ends.push(() => this.push(null))
      },
    })
    return storeImage(body, { dataDir: store.config.dataDir, limit: 20_000_000 }).catch((error) => error.code)
  })
  for (let turn = 0; turn < 100; turn += 1) await setImmediate()
  expect(read).toEqual([0, 1, 2, 3])
  while (read.length < uploads.length || ends.length > 0) {
    ends.shift()?.()
    await setImmediate()
  }
  expect(await Promise.all(uploads)).toEqual(uploads.map(() => 'image_unreadable'))
})
