import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { portOf } from '#tests/support/http/listening-port.ts'

/** A mail that the server accepted, whether or not the reply reached the sender. */
type TakenMail = { messageId: string; date: string; to: string; text: string }

/** The reply to a complete mail: sent, lost with the connection, or held back until `release`. */
type Answering = 'answers' | 'drops' | 'holds'

export type SmtpServer = {
  smtpUrl: string
  taken: TakenMail[]

  answering: Answering
  /** Recipients without a mailbox. */
  unknown: Set<string>
  /** Resolves with the next mail that is accepted. */
  nextMail(): Promise<TakenMail>
  /** Sends the replies that were held back. */
  release(): void
  /** Sends nothing on any connection, new ones included, until `resume`. */
  stall(): void
  resume(): void
  /** Cuts all connections and refuses new ones until `restart` opens the same port. */
  stop(): Promise<void>
  restart(): Promise<void>
}

/** A mail server on loopback that counts the accepted mails and can fail as mail servers do. */
export async function openSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const held: (() => void)[] = []
  const watchers: ((mail: TakenMail) => void)[] = []
  let stalled: (() => void)[] | undefined
  let listener: Server | undefined

  /** Runs the work at once, or on `resume` while the server is stalled. */
  const act = (work: () => void) => void (stalled ? stalled.push(work) : work())

  function take(socket: Socket, to: string, data: string): void {
    const mail = readMail(to, data)
    server.taken.push(mail)
    const answer = () => void socket.write('250 taken\r\n')
    if (server.answering === 'drops') socket.destroy()
    else if (server.answering === 'holds') held.push(answer)
    else answer()
    for (const watch of watchers.splice(0)) watch(mail)
  }

  function converse(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    let text = ''
    let to = ''
    let inMail = false
    act(() => socket.write('220 ready\r\n'))
    const read = () => {
      for (let end = text.indexOf(inMail ? '\r\n.\r\n' : '\r\n'); end >= 0; ) {
        const part = text.slice(0, end)
        text = text.slice(end + (inMail ? 5 : 2))
        if (inMail) take(socket, to, part)
        else if (server.unknown.has(/^RCPT TO:<(.*)>/.exec(part)?.[1] ?? ''))
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
      act(read)
    })
  }

  async function listen(port: number): Promise<number> {
    listener = createServer(converse).listen(port, '127.0.0.1')
    await once(listener, 'listening')
    return portOf(listener)
  }

  const port = await listen(0)
  const server: SmtpServer = {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    taken: [],
    answering: 'answers',
    unknown: new Set(),
    nextMail: () => new Promise((resolve) => watchers.push(resolve)),
    release() {
      for (const answer of held.splice(0)) answer()
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

function readMail(to: string, data: string): TakenMail {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(data)?.[1]?.trim() ?? ''
  return {
    messageId: header('Message-ID'),
    date: header('Date'),
    to,
    text: data.slice(data.indexOf('\r\n\r\n') + 4),
  }
}
