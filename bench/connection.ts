import { connect } from 'node:net'

export type Request = {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** One kept-alive connection that asks one thing after another and reads no more of an answer than it must. */
export type Connection = {
  ask(request: Request): Promise<number>
  /** False once the store has closed it, as it does with one that was idle for long. */
  isOpen(): boolean
  close(): void
}

type Asked = { resolve: (status: number) => void; reject: (error: Error) => void }

const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = Buffer.from('0\r\n\r\n')
/** No head of ours is longer. */
const MOST_HEAD = 16_384

export function openConnection(origin: string): Promise<Connection> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let asked: Asked | undefined
  let head: Buffer = Buffer.alloc(0)
  let tail: Buffer = Buffer.alloc(0)
  let answer: { status: number; left: number } | undefined

  function done(status: number): void {
    const { resolve } = asked ?? {}
    asked = undefined
    answer = undefined
    head = Buffer.alloc(0)
    tail = head
    resolve?.(status)
  }

  function fail(reason: string): void {
    asked?.reject(new Error(`${origin}: ${reason}`))
    asked = undefined
  }

  socket.on('data', (chunk: Buffer) => {
    if (!answer) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf(HEAD_END)
      if (end < 0) {
        if (head.length > MOST_HEAD) fail('no end of the head')
        return
      }
      answer = readHead(head.toString('latin1', 0, end))
      answer.left -= head.length - end - HEAD_END.length
    } else answer.left -= chunk.length
    // an answer in chunks has no length: it ends with an empty one, which may come in pieces
    tail = Buffer.concat([tail, chunk.subarray(-LAST_CHUNK.length)]).subarray(-LAST_CHUNK.length)
    const isWhole = Number.isNaN(answer.left) ? tail.equals(LAST_CHUNK) : answer.left <= 0
    if (isWhole) done(answer.status)
  })
  socket.on('close', () => fail('the connection was closed'))
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      socket.on('error', (error) => fail(error.message))
      resolve({
        ask: (request) =>
          new Promise((resolveAsked, rejectAsked) => {
            asked = { resolve: resolveAsked, reject: rejectAsked }
            socket.write(toBytes(request, host))
          }),
        isOpen: () => !socket.destroyed,
        close: () => void socket.destroy(),
      })
    })
  })
}

function readHead(text: string): { status: number; left: number } {
  const status = Number(text.slice(9, 12))
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
  return { status, left: status === 304 ? 0 : Number(length) }
}

function toBytes({ method = 'GET', path, headers = {}, body = '' }: Request, host: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = body ? `content-length: ${Buffer.byteLength(body)}\r\n` : ''
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}${length}\r\n${body}`
}
