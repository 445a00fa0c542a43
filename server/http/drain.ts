import type { Server } from 'node:http'
import type { Server as SocketServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Drain = () => Promise<void>

const PAUSE_MS = 20

/**
 * Counts the requests of a server from now on. The function it answers takes no new connection, there or where `others`
 * listen for it, asks the clients of kept-alive ones to leave, and waits for what is under way: only after that may the
 * application be closed, since a request that calls the store in process is refused by a closing one.
 */
export function trackRequests(server: Server, others: SocketServer[] = []): Drain {
  let underWay = 0
  let isDraining = false
  // one for all: a closure each is a good part of what a cached response costs
  const leave = () => {
    underWay -= 1
  }
  server.prependListener('request', (_request, response) => {
    underWay += 1
    response.on('close', leave)
    if (isDraining) response.setHeader('connection', 'close')
  })
  return async () => {
    isDraining = true
    for (const listening of [server, ...others]) listening.close()
    while (underWay > 0) {
      server.closeIdleConnections()
      await sleep(PAUSE_MS)
    }
  }
}
