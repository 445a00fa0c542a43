import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendProblem } from './problem.ts'
import { readJsonBodies } from './read-input.ts'

test('a client that disconnects while sending its body is not logged as an error', async () => {
  const logged: string[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      logged.push(String(line))
      done()
    },
  })
  const app = Fastify({ logger: { level: 'error', stream } })
  readJsonBodies(app)
  const { promise: handled, resolve } = Promise.withResolvers<string>()
  app.setErrorHandler((error, request, reply) => {
    sendProblem(error, request, reply)
    resolve(error instanceof Error ? error.message : '')
  })
  app.post('/', async () => 'read')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{')
  await once(app.server, 'request')
  socket.destroy()
  expect(await handled).toBe('aborted')
  expect(logged).toEqual([])
  await app.close()
})
