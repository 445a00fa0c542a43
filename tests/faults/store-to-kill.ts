// A store that runs tasks, stops each before or after one call to the card provider, reports it, and is
// killed.
import { connect } from '#database/open.ts'
import { composeStore } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { interceptFetch } from '../support/payments/intercept-fetch.ts'
import { watchCalls } from './card-calls.ts'
import { type KillOrder, perform, type Report } from './kill-tasks.ts'

async function run({ connection, env, now: time, tasks }: KillOrder): Promise<void> {
  disableTimeouts()
  const now = () => new Date(time)
  const database = await connect(connection, { log() {} }, async () => {})
  const made = new Map<string, number>()
  const stopping = watchCalls(
    () => tasks,
    async ({ name, stop, when }, _call, send) => {
      const count = made.get(name) ?? 0
      made.set(name, count + 1)
      if (count === stop && when === 'before') return stopAt(name)
      const answer = await send()
      return count === stop ? stopAt(name) : answer
    },
  )
  const store = await composeStore({
    config: readConfig(env),
    database,
    now,
    checkResponses: true,
    print() {},
    cardNetwork: (send) => interceptFetch(send, stopping),
  })
  await store.app.ready()
  const { cards } = store
  if (!cards) throw new Error('The store takes no cards')
  for (const { name, act } of tasks) {
    void perform(store, { db: database.db, cards, now }, act).then(
      (as) => report({ ended: name, as }),
      (error: unknown) => report({ ended: name, as: String(error) }),
    )
  }
}

/** The process is killed when all tasks have stopped; no call may time out earlier on a slow machine. */
function disableTimeouts(): void {
  const setTimer = setTimeout
  Object.assign(AbortSignal, { timeout: () => new AbortController().signal })
  Object.assign(globalThis, {
    setTimeout: (work: () => void, ms = 0, ...rest: []) => setTimer(work, ms < 1000 ? ms : 600_000, ...rest),
  })
}

function stopAt(name: string): Promise<Response> {
  report({ stopped: name })
  return new Promise(() => {})
}

function report(message: Report): void {
  process.send?.(message)
}

process.once('message', (order: KillOrder) => void run(order))
// the test ended without killing this process
process.once('disconnect', () => process.exit(1))
