import { connect, createServer, type Server, type Socket } from 'node:net'
import type { PoolConfig } from 'pg'
import { portOf } from '#tests/support/http/listening-port.ts'

/** Opens a proxy to the database. `dropSilently` discards all data of the open connections, but closes none. */
export async function openProxy({ connectionString, host, port, ...rest }: PoolConfig) {
  const url = connectionString ? new URL(connectionString) : undefined
  const target = { host: url?.hostname ?? host ?? 'localhost', port: Number(url?.port || port || 5432) }
  const sockets: Socket[] = []
  const server: Server = createServer((near) => {
    const far = target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      // a pipe does not pass on a reset
      socket.on('error', () => {}).on('close', () => other.destroy())
      socket.pipe(other)
      sockets.push(socket)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const nearPort = portOf(server)
  if (url) Object.assign(url, { hostname: '127.0.0.1', port: String(nearPort) })
  return {
    connection: url ? { connectionString: url.href } : { ...rest, host: '127.0.0.1', port: nearPort },
    dropSilently() {
      for (const socket of sockets.splice(0)) socket.unpipe().removeAllListeners('close').resume()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
