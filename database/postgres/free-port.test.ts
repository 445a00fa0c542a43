import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort } from './free-port.ts'

test('connections that go out meanwhile do not take the port', async () => {
  const port = await findFreePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const sockets = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const found = await Promise.all(sockets.map(findFreePort))
  expect(found).not.toContain(port)
  expect(Math.max(...found)).toBeLessThan(Math.min(...sockets.map(({ localPort }) => localPort ?? 0)))
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})
