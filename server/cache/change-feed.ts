import pg from 'pg'
import { type CheckedLine, checkLine } from './change-line.ts'
import { CHANNEL, type Notice, readNotice } from './tags.ts'

export type ChangeFeed = { stop(): Promise<void> }

type Handlers = {
  /** Data that answers show has changed, by whomever. */
  onChange: (notice: Notice) => void
  /** The line over which changes are heard from now on; undefined while there is none. */
  onListening: (line: CheckedLine | undefined) => void
  /** Told of a line that is lost, and of its return: once each. */
  warn?: (text: string) => void
}

const RETRY_MS = 1000
/** Asked so often though nobody uses it: one that is dead is replaced before the next visitor. */
const BEAT_MS = 15_000
/** Longer than this no answer means no connection. */
const ANSWER_MS = 3000

/**
 * Listens for committed changes on a connection of its own, and reconnects for as long as the store runs. The
 * connection must answer: one that a network dropped without a word hears nothing, and says nothing.
 */
export function listenForChanges(
  connection: pg.PoolConfig,
  { onChange, onListening, warn }: Handlers,
  { beatMs = BEAT_MS, answerMs = ANSWER_MS } = {},
): ChangeFeed {
  let client: pg.Client | undefined
  let stopped = false
  let isMissed = false
  let retry: NodeJS.Timeout | undefined
  let beat: NodeJS.Timeout | undefined

  function lost(): void {
    client = undefined
    clearInterval(beat)
    onListening(undefined)
    if (stopped) return
    if (!isMissed) warn?.('changes: the listening connection is lost, and looked for')
    isMissed = true
    retry = setTimeout(connect, RETRY_MS).unref()
  }

  function leave(gone: pg.Client): void {
    if (stopped || client !== gone) return
    lost()
    void gone.end().catch(() => {})
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    next.on('error', () => {})
    next.on('notification', ({ payload = '' }) => onChange(readNotice(payload)))
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch {
      void next.end().catch(() => {})
      return lost()
    }
    if (stopped) return next.end()
    client = next
    next.on('end', () => leave(next))
    const line = checkLine(async () => {
      try {
        await next.query('select 1')
      } catch (error) {
        leave(next)
        throw error
      }
    })
    beat = setInterval(() => void line.ask(), beatMs).unref()
    if (isMissed) warn?.('changes: the listening connection is found again')
    isMissed = false
    onListening(line)
  }

  void connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(retry)
      clearInterval(beat)
      await client?.end()
    },
  }
}
