import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { portOf } from '#tests/support/http/listening-port.ts'

/** A mail that the server accepted, whether or not the reply reached the sender. */
type AcceptedMail = { messageId: string; date: string; to: string; subject: string; text: string }

/** The reply to a complete mail: sent, lost with the connection, or held back until `release`. */
type ReplyMode = 'reply' | 'drop' | 'hold'

export type SmtpServer = {
  smtpUrl: string
  accepted: AcceptedMail[]
  replyMode: ReplyMode
  /** Addresses that it rejects. */
  unknownRecipients: Set<string>
  /** Resolves with the next mail that is accepted. */
  nextMail(): Promise<AcceptedMail>
  /** Sends the replies that were held back. */
  release(): void
  /** Reads nothing on any connection and greets no new one until `resume`. */
  stall(): void
  resume(): void
  /** Cuts all connections and refuses new ones until `restart` opens the same port. */
  stop(): Promise<void>
  restart(): Promise<void>
}

/** A mail server on loopback that records the accepted mails and can fail as mail servers do. */
export async function openSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const held: (() => void)[] = []
  const watchers: ((mail: AcceptedMail) => void)[] = []
  let stalled: (() => void)[] | undefined
  let listener: Server | undefined

  /** Runs the work at once, or on `resume` while the server is stalled. */
  const runUnlessStalled = (work: () => void) => void (stalled ? stalled.push(work) : work())

  function acceptMail(socket: Socket, to: string, data: string): void {
    const mail = readMail(to, data)
    server.accepted.push(mail)
    const reply = () => void socket.write('250 accepted\r\n')
    if (server.replyMode === 'drop') socket.destroy()
    else if (server.replyMode === 'hold') held.push(reply)
    else reply()
    for (const watch of watchers.splice(0)) watch(mail)
  }

  function handleConnection(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    let text = ''
    let to = ''
    let inMail = false
    runUnlessStalled(() => socket.write('220 ready\r\n'))
    const read = () => {
      for (let end = text.indexOf(inMail ? '\r\n.\r\n' : '\r\n'); end >= 0; ) {
        const part = text.slice(0, end)
        text = text.slice(end + (inMail ? 5 : 2))
        if (inMail) acceptMail(socket, to, part)
        else if (server.unknownRecipients.has(/^RCPT TO:<(.*)>/.exec(part)?.[1] ?? ''))
          socket.write('550 no such mailbox\r\n')
        else if (part.startsWith('DATA')) socket.write('354 go on\r\n')
        else if (part.startsWith('QUIT')) socket.end('221 bye\r\n')
        else socket.write('250 fine\r\n')
        to = /^RCPT TO:<(.*)>/.exec(part)?.[1] ?? to
        inMail = !inMail && part.startsWith('DATA')
        end = text.indexOf(inMail ? '\r\n.\r\n' : '\r\n')
      }
    }
    socket.on('data', (chunk) => {
      text += String(chunk)
      runUnlessStalled(read)
    })
  }

  async function listen(port: number): Promise<number> {
    listener = createServer(handleConnection).listen(port, '127.0.0.1')
    await once(listener, 'listening')
    return portOf(listener)
  }

  const port = await listen(0)
  const server: SmtpServer = {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    accepted: [],
    replyMode: 'reply',
    unknownRecipients: new Set(),
    nextMail: () => new Promise((resolve) => watchers.push(resolve)),
    release() {
      for (const reply of held.splice(0)) reply()
    },
    stall() {
      stalled ??= []
    },
    resume() {
      const work = stalled ?? []
      stalled = undefined
      for (const next of work) next()
    },
    async stop() {
      const closed = listener && once(listener, 'close')
      listener?.close()
      for (const socket of sockets) socket.destroy()
      await closed
      listener = undefined
    },
    async restart() {
      await listen(port)
    },
  }
  return server
}

function readMail(to: string, data: string): AcceptedMail {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(data)?.[1]?.trim() ?? ''
  return {
    messageId: header('Message-ID'),
    date: header('Date'),
    subject: header('Subject'),
    to,
    text: data.slice(data.indexOf('\r\n\r\n') + 4),
  }
}
