import dns from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type ListenOptions, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { codeOf } from '#database/failures/unavailable.ts'

export type ListenAddress = { port: number; host: string }

/** Connections of a socket that wait to be accepted, if the system allows as many. Clients retry further ones after 1, 3 and 7 seconds. */
const BACKLOG = 4096
const ADDRESS_UNAVAILABLE = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/** Listens on the host's available addresses, one socket each. The caller closes the returned servers. Throws `ListenError`, among others. */
export async function listen(app: FastifyInstance, { port, host }: ListenAddress): Promise<Server[]> {
  const others: Server[] = []
  try {
    const [first = host, ...more] = await addressesOf(host)
    await app.listen({ port, host: first, backlog: BACKLOG })
    for (const address of more) {
      const listening = addListener(app, { host: address, port: portOf(app), backlog: BACKLOG })
      const server = await listening.catch(ignoreUnavailableAddress)
      if (server) others.push(server)
    }
    return others
  } catch (error) {
    for (const server of others) server.close()
    throw explainListenError(error, { port, host })
  }
}

/** `localhost` has two addresses on most machines, and a browser may use either. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await dns.lookup(host, { all: true })
  return [...new Set(found.map(({ address }) => address))]
}

function portOf(app: FastifyInstance): number {
  const [address] = app.addresses()
  return typeof address === 'object' ? address.port : 0
}

async function addListener(app: FastifyInstance, address: ListenOptions): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    app.server.emit('connection', socket)
  })
  server.maxConnections = app.server.maxConnections
  server.on('drop', (dropped) => app.server.emit('drop', dropped))
  server.listen(address)
  await once(server, 'listening')
  return server
}

function ignoreUnavailableAddress(error: unknown): undefined {
  if (!ADDRESS_UNAVAILABLE.includes(codeOf(error))) throw error
}

export class ListenError extends Error {}

/** Listens on the addresses for a moment, so that a port in use is found before a slow start. Throws `ListenError`, among others. */
export async function assertCanListen({ port, host }: ListenAddress): Promise<void> {
  try {
    const [first = host, ...more] = await addressesOf(host)
    await tryAddress({ port, host: first })
    for (const address of more) await tryAddress({ port, host: address }).catch(ignoreUnavailableAddress)
  } catch (error) {
    throw explainListenError(error, { port, host })
  }
}

async function tryAddress(address: ListenAddress): Promise<void> {
  const probe = createServer().listen(address)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

function explainListenError(error: unknown, { port, host }: ListenAddress): unknown {
  const code = codeOf(error)
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
