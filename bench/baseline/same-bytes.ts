// A bare node:http that answers every request with the given bytes and headers, in a process of its own.

import { createServer } from 'node:http'
import { portOf } from '#tests/support/http/listening-port.ts'

type Response = { status: number; headers: Record<string, string>; body: string }

process.once('message', ({ status, headers, body }: Response) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_request, response) => {
    response.writeHead(status, headers)
    response.end(bytes)
  })
  server.keepAliveTimeout = 72_000
  server.listen(0, () => {
    process.send?.({ port: portOf(server) })
  })
})
