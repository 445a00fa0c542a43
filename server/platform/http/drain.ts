import type { Server } from 'node:http'
import type net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Drain = () => Promise<void>

const PAUSE_MS = 20

/** Returns a function that stops accepting connections and waits for running requests. Close the application after that. */
export function trackRequests(server: Server, others: net.Server[] = []): Drain {
  let running = 0
  let isDraining = false
  // one function for all requests: a closure for each would slow cached responses
  const finish = () => {
    running -= 1
  }
  server.prependListener('request', (_request, response) => {
    running += 1
    response.on('close', finish)
    if (isDraining) response.setHeader('connection', 'close')
  })
  return async () => {
    isDraining = true
    for (const listening of [server, ...others]) listening.close()
    while (running > 0) {
      server.closeIdleConnections()
      await sleep(PAUSE_MS)
    }
  }
}
