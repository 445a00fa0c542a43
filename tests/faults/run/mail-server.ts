import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { portOf } from '#tests/support/http/listening-port.ts'

export type MailServer = {
  url: string
  /** The accepted mails, as received. */
  received: string[]
  /** Stops listening and closes every connection; `open` listens on the same port again. */
  shut(): Promise<void>
  open(): Promise<void>
}

/** Starts a mail server on this machine that accepts everything. */
export async function startMailServer(): Promise<MailServer> {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // a client that is killed resets its connection
    socket.on('error', () => {})
    serveSmtp(socket, received)
  })
  let port = 0
  const open = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = portOf(server)
  }
  await open()
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    open,
    async shut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** The commands of SMTP (RFC 5321) that are needed to receive a mail. */
function serveSmtp(socket: Socket, received: string[]): void {
  let unread = ''
  let isMail = false
  socket.setEncoding('utf8').write('220 ready\r\n')
  socket.on('data', (text: string) => {
    unread += text
    for (;;) {
      const terminator = isMail ? '\r\n.\r\n' : '\r\n'
      const end = unread.indexOf(terminator)
      if (end < 0) return
      const line = unread.slice(0, end)
      unread = unread.slice(end + terminator.length)
      if (isMail) received.push(line)
      isMail = !isMail && /^DATA/i.test(line)
      if (isMail) socket.write('354 go on\r\n')
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else socket.write('250 fine\r\n')
    }
  })
}
