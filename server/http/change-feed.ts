import pg from 'pg'
import { CHANNEL, type Notice, readNotice } from './tags.ts'

export type ChangeFeed = { stop(): Promise<void> }

type Handlers = {
  /** Data that pages show has changed, by whomever. */
  onChange: (notice: Notice) => void
  /** Whether changes can be heard at the moment. */
  onListening: (isListening: boolean) => void
}

const RETRY_MS = 1000
const BEAT_MS = 15_000
/** Longer than this no answer means no connection. */
const ANSWER_MS = 10_000

/**
 * Listens for committed changes on a connection of its own, and reconnects for as long as the store runs. The
 * connection must answer every `beatMs`: one that a network dropped without a word hears nothing, and says nothing.
 */
export function listenForChanges(
  connection: pg.PoolConfig,
  { onChange, onListening }: Handlers,
  { beatMs = BEAT_MS, answerMs = ANSWER_MS } = {},
): ChangeFeed {
  let client: pg.Client | undefined
  let stopped = false
  let retry: NodeJS.Timeout | undefined
  let beat: NodeJS.Timeout | undefined

  function lost(): void {
    client = undefined
    clearInterval(beat)
    onListening(false)
    if (!stopped) retry = setTimeout(connect, RETRY_MS).unref()
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
    beat = setInterval(() => next.query('select 1').catch(() => leave(next)), beatMs).unref()
    onListening(true)
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
