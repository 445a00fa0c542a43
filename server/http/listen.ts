import dns from 'node:dns/promises'
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
/** Codes of an address that this machine does not have, such as `::1` where IPv6 is off. */
const MISSING = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/**
 * Listens on all addresses of the host. Node accepts one connection of a socket in each turn of the event loop
 * (libuv/libuv#3696), and under load there are 20 turns a second: with one socket, new visitors and health checks waited
 * for seconds. Where the system spreads the connections of a port over several sockets, there are several.
 * Returns the servers beside the application's own, which the caller closes at the stop. Throws `ListenError`.
 */
export async function listen(app: FastifyInstance, { port, host }: ListenAddress): Promise<Server[]> {
  const claim = await claimPort(port)
  const others = claim ? [claim] : []
  const settings = { backlog: BACKLOG, reusePort: claim !== undefined }
  try {
    // its own sockets do not shut out a program that shares ports, too
    if (claim) await assertCanListen({ port, host })
    const [first = host, ...more] = await addressesOf(host)
    await app.listen({ port, host: first, ...settings })
    const sockets = claim ? SOCKETS : 1
    const hosts = [first, ...more].flatMap((address) => Array.from({ length: sockets }, () => address))
    // the application itself has the first one
    for (const address of hosts.slice(1)) {
      const server = await listenToo(app, { host: address, port: portOf(app), ...settings }).catch(
        skipMissing,
      )
      if (server) others.push(server)
    }
    return others
  } catch (error) {
    for (const server of others) server.close()
    throw explainListenError(error, { port, host })
  }
}

/**
 * The right to share a port among sockets of this process, held while the returned server is open. The system lets every
 * process of the same user share it, a second store too. So the first store takes a name that is unique on the machine,
 * and a store that finds the name taken listens with one exclusive socket. Only Linux has such names and spreads
 * connections.
 */
async function claimPort(port: number): Promise<Server | undefined> {
  if (process.platform !== 'linux' || port === 0) return undefined
  const claim = createServer((socket) => socket.destroy())
  try {
    claim.listen(`\0partsline-port-${port}`)
    await once(claim, 'listening')
    return claim.unref()
  } catch {
    return undefined
  }
}

/** The addresses of a name: `localhost` has two on most machines, of which browsers try either. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await dns.lookup(host, { all: true })
  return [...new Set(found.map(({ address }) => address))]
}

function portOf(app: FastifyInstance): number {
  const [address] = app.addresses()
  return typeof address === 'object' ? address.port : 0
}

/** Another socket, whose connections go to the application's one server. */
async function listenToo(app: FastifyInstance, address: ListenOptions): Promise<Server> {
  // the options are those that `http.Server` gives its own
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    app.server.emit('connection', socket)
  })
  server.listen(address)
  await once(server, 'listening')
  return server
}

function skipMissing(error: unknown): undefined {
  if (!MISSING.includes(codeOf(error) ?? '')) throw error
}

/** The store cannot listen where its configuration says; the message names the variable to change. */
export class ListenError extends Error {}

/**
 * Checks that the store can listen on its addresses, before anything slow is started. Another program may still take
 * the port until the store listens itself. Throws `ListenError`.
 */
export async function assertCanListen({ port, host }: ListenAddress): Promise<void> {
  try {
    const [first = host, ...more] = await addressesOf(host)
    await tryAddress({ port, host: first })
    for (const address of more) await tryAddress({ port, host: address }).catch(skipMissing)
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

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** Says in words why listening failed; an error of another kind is returned as it is. */
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
