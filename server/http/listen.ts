import dns from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type ListenOptions, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { codeOf } from '#database/failures/unavailable.ts'

export type ListenAddress = { port: number; host: string }

/** Connections of a socket that wait to be accepted, if the system allows as many. Clients retry further ones after 1, 3 and 7 seconds. */
const BACKLOG = 4096
/** With one socket new visitors waited 3.9 s at twice the load that the store can take (decision 30). */
const SOCKETS_PER_ADDRESS = 8
const ADDRESS_UNAVAILABLE = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/**
 * Listens on the host's available addresses, under the port lock with several sockets each: Node accepts one connection of a
 * socket per event loop turn (libuv/libuv#3696). The caller closes the returned servers. Throws `ListenError`, among others.
 */
export async function listen(app: FastifyInstance, { port, host }: ListenAddress): Promise<Server[]> {
  const portLock = await lockPort(port)
  const others = portLock ? [portLock] : []
  const settings = { backlog: BACKLOG, reusePort: portLock !== undefined }
  try {
    // with `reusePort` listening succeeds beside another program that sets it, too, so try without it first
    if (portLock) await assertCanListen({ port, host })
    const [first = host, ...more] = await addressesOf(host)
    await app.listen({ port, host: first, ...settings })
    const sockets = portLock ? SOCKETS_PER_ADDRESS : 1
    const hosts = [first, ...more].flatMap((address) => Array.from({ length: sockets }, () => address))
    for (const address of hosts.slice(1)) {
      const server = await addListener(app, { host: address, port: portOf(app), ...settings }).catch(
        ignoreUnavailableAddress,
      )
      if (server) others.push(server)
    }
    return others
  } catch (error) {
    for (const server of others) server.close()
    throw explainListenError(error, { port, host })
  }
}

/** Locks the port by an abstract socket name (Linux only): with `reusePort` two stores could share it. Undefined if that fails, and for port 0. */
async function lockPort(port: number): Promise<Server | undefined> {
  if (process.platform !== 'linux' || port === 0) return undefined
  const portLock = createServer((socket) => socket.destroy())
  try {
    portLock.listen(`\0partsline-port-${port}`)
    await once(portLock, 'listening')
    return portLock.unref()
  } catch {
    return undefined
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
