import { setImmediate as afterReading } from 'node:timers/promises'
import pg from 'pg'
import type { ListenerState } from './response-cache.ts'
import { CHANNEL, type Invalidation, readPayload, writePayloads } from './tags.ts'

/** A connection counts as fresh for so long after the sending of a heartbeat that was answered. */
const FRESH_MS = 200
/** A request sends a heartbeat if the latest answered one was sent longer ago. */
const HEARTBEAT_MS = 100
/** The interval of heartbeats without requests, so that a dead connection is replaced before the next visitor. */
const IDLE_HEARTBEAT_MS = 15_000
/** A request waits so long for the answer to a heartbeat: on a busy machine that is less work than computing everything again. */
const MAX_WAIT_MS = 500
/** The timeout of connecting and of queries; a connection that exceeds it is replaced. */
const ANSWER_MS = 3000
const RECONNECT_MS = 1000

export type LiveListener = ListenerState & {
  /** Sends a heartbeat, or waits for the one under way; false if no answer has come in time. */
  beat(): Promise<boolean>
}

type Handlers = {
  onInvalidate: (tags: Invalidation[], from: string | undefined) => void
  /** The connection over which invalidations arrive from now on; undefined while there is none. */
  onConnection: (listener: LiveListener | undefined) => void
  /** Reports a missing connection and its return, once each. */
  warn?: (text: string) => void
}

export type Subscription = { stop(): Promise<void> }

/** Listens on a connection of its own and reconnects. Heartbeats find one that a network dropped silently. */
export function subscribe(
  connection: pg.PoolConfig,
  { onInvalidate, onConnection, warn }: Handlers,
  { heartbeatMs = IDLE_HEARTBEAT_MS, answerMs = ANSWER_MS } = {},
): Subscription {
  let client: pg.Client | undefined
  let isStopped = false
  let isReported = false
  let reconnect: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined

  function lose(): void {
    client = undefined
    clearInterval(heartbeat)
    onConnection(undefined)
    if (isStopped) return
    if (!isReported) warn?.('cache: no listener connection; connecting again')
    isReported = true
    reconnect = setTimeout(connect, RECONNECT_MS).unref()
  }

  function giveUp(lost: pg.Client): void {
    if (isStopped || client !== lost) return
    lose()
    void lost.end().catch(() => {})
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    next.on('error', () => {})
    next.on('notification', ({ payload = '' }) => {
      const { tags, from } = readPayload(payload)
      onInvalidate(tags, from)
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch {
      void next.end().catch(() => {})
      return lose()
    }
    if (isStopped) return next.end()
    client = next
    next.on('end', () => giveUp(next))
    const listener = monitorListener(async () => {
      try {
        await next.query('select 1')
      } catch (error) {
        giveUp(next)
        throw error
      }
    })
    heartbeat = setInterval(() => void listener.beat(), heartbeatMs).unref()
    if (isReported) warn?.('cache: the listener connection is back')
    isReported = false
    onConnection(listener)
  }

  void connect()
  return {
    async stop() {
      isStopped = true
      clearTimeout(reconnect)
      clearInterval(heartbeat)
      await client?.end()
    },
  }
}

/** The freshness of a connection. PostgreSQL sends notifications before later answers: an answered heartbeat proves that they have arrived. */
export function monitorListener(ping: () => Promise<unknown>, now = () => performance.now()): LiveListener {
  let confirmedAt = Number.NEGATIVE_INFINITY
  let underWay: Promise<boolean> | undefined

  async function sendHeartbeat(): Promise<boolean> {
    const sentAt = now()
    let isAnswered = false
    const reply = ping().then(
      () => {
        isAnswered = true
        confirmedAt = sentAt
      },
      () => {},
    )
    const { promise: tooLong, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(async () => {
      // a busy process reads late: an answer that has arrived by now counts
      await afterReading()
      resolve()
    }, MAX_WAIT_MS)
    await Promise.race([reply, tooLong])
    clearTimeout(timer)
    void reply.then(() => {
      underWay = undefined
    })
    return isAnswered
  }

  // on a silent connection the heartbeat stays under way, so that later requests do not wait again
  const beat = () => {
    underWay ??= sendHeartbeat()
    return underWay
  }

  return {
    beat,
    isUpToDate() {
      const age = now() - confirmedAt
      // the next request finds the answer
      if (age > HEARTBEAT_MS) void beat()
      return age <= FRESH_MS
    },
    async waitUntilUpToDate() {
      const since = now() - FRESH_MS
      // on a slow machine the heartbeat under way may have been sent before this request came
      if ((await beat()) && confirmedAt < since) await beat()
      return confirmedAt >= since
    },
  }
}

export type Publisher = ReturnType<typeof createPublisher>

const PUBLISH_MS = 20
const REPUBLISH_MS = 200

/** Publishes after the commit, the tags of 20 ms in one statement: PostgreSQL commits one notifying transaction at a time. */
export function createPublisher(
  pool: { query(sql: string, values: unknown[]): Promise<unknown> },
  instance: string,
) {
  const waiting = new Set<Invalidation>()
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()
  let isStopped = false

  async function send(): Promise<void> {
    const tags = [...waiting]
    waiting.clear()
    if (tags.length === 0) return
    const notify = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
    try {
      await pool.query(notify, [CHANNEL, writePayloads(tags, instance)])
    } catch {
      for (const tag of tags) waiting.add(tag)
    }
  }

  function schedule(ms: number): void {
    timer ??= setTimeout(async () => {
      sending = send()
      await sending
      timer = undefined
      if (waiting.size > 0 && !isStopped) schedule(REPUBLISH_MS)
    }, ms)
  }

  return {
    /** Notifies the other instances of invalidations that their transaction did not publish; each tag once in a batch. */
    publish(tags: Iterable<Invalidation>) {
      for (const tag of tags) waiting.add(tag)
      schedule(PUBLISH_MS)
    },
    /** Publishes the waiting tags, if the database can be reached. */
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await sending
      await send()
    },
  }
}
