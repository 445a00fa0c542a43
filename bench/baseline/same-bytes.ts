// A bare node:http server that answers every request with the status, bytes and headers of one response of the store.
import { createServer, get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { portOf } from '#tests/support/http/listening-port.ts'

/** Node sets these itself. */
const NODE_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding']

process.once('message', ({ url, headers }: { url: string; headers: Record<string, string> }) => {
  get(url, { headers }, async (original) => {
    const bytes = await buffer(original)
    const copied = Object.entries(original.headers).filter(([name]) => !NODE_HEADERS.includes(name))
    const copiedHeaders = Object.fromEntries(copied)
    const server = createServer((_request, response) => {
      response.writeHead(original.statusCode ?? 0, copiedHeaders)
      response.end(bytes)
    })
    server.keepAliveTimeout = 72_000
    server.listen(0, () => {
      process.send?.({ port: portOf(server) })
    })
  })
})
