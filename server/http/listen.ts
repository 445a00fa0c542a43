import { once } from 'node:events'
import { createServer, type ListenOptions, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type ListenAddress = { port: number; host: string }

/**
 * Connections that the system holds until the store accepts them, as far as the system allows. One that finds no room
 * there is tried again after 1, 3 and 7 seconds, a look at `/healthz` like any other.
 */
const BACKLOG = 4096
/** Sockets of one address. Together they accept so many connections in each turn of the event loop. */
const SOCKETS = 8
/** Only there do several sockets of one process share a port, with its connections spread over them (SO_REUSEPORT). */
const CAN_SHARE_PORT = process.platform === 'linux'

/**
 * Listens on the address. Node accepts one connection of a socket in each turn of the event loop (libuv/libuv#3696), which
 * under load are 20 a second: with one socket new visitors, and whoever looks at `/healthz`, waited for seconds.
 * Answers the servers that have the further sockets: whoever stops the application closes them.
 * Throws `ListenError` where the address cannot be listened on.
 */
export async function listen(app: FastifyInstance, { port, host }: ListenAddress): Promise<Server[]> {
  const settings = { backlog: BACKLOG, reusePort: CAN_SHARE_PORT }
  // two stores could share a port that way
  await assertCanListen({ port, host })
  await app.listen({ port, host, ...settings }).catch((error: unknown) => {
    throw explainListenError(error, { port, host })
  })
  const others: Server[] = []
  if (!CAN_SHARE_PORT) return others
  for (const bound of app.addresses()) {
    // a path in the file system has no port
    if (typeof bound === 'string') continue
    for (let n = 1; n < SOCKETS; n += 1)
      others.push(await listenToo(app, { host: bound.address, port: bound.port, ...settings }))
  }
  return others
}

/** Another socket of the address, whose connections go to the application's server. */
async function listenToo(app: FastifyInstance, address: ListenOptions): Promise<Server> {
  // the options are those that `http.Server` gives its own
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    app.server.emit('connection', socket)
  })
  server.listen(address)
  await once(server, 'listening')
  return server
}

/** The store cannot listen where its configuration says; the message names the variable to change. */
export class ListenError extends Error {}

/**
 * Checks that the store can listen on its address, before anything slow is started. Another program may still take the
 * port until the store listens itself. Throws `ListenError`.
 */
export async function assertCanListen({ port, host }: ListenAddress): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(explainListenError(error, { port, host })))
    probe.listen({ port, host }, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}

/** Says in words why listening failed; an error of another kind is returned as it is. */
function explainListenError(error: unknown, { port, host }: ListenAddress): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new ListenError(
      `Port ${port} of ${host} is in use: this store may be running already, or another program uses the port. Stop that one, or set another PORT.`,
      { cause: error },
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ListenError(`HOST is ${host}, which is no address of this machine.`, { cause: error })
  if (code === 'EACCES')
    return new ListenError(`This user may not listen on port ${port}: set another PORT.`, { cause: error })
  return error
}
