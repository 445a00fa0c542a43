// A store that runs tasks, stops each before or after one call to the card provider, reports it, and is
// killed.
import { connect } from '#database/open.ts'
import { composeStore } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { interceptFetch } from '../support/payments/intercept-fetch.ts'
import { watchCalls } from './card-calls.ts'
import { type KillPlan, perform, type Report } from './kill-tasks.ts'

async function run({ connection, env, now: time, tasks }: KillPlan): Promise<void> {
  disableTimeouts()
  const now = () => new Date(time)
  const database = await connect(connection, { log() {} }, async () => {})
  const callCounts = new Map<string, number>()
  const stopping = watchCalls(
    () => tasks,
    async ({ name, stop, when }, _call, send) => {
      const count = callCounts.get(name) ?? 0
      callCounts.set(name, count + 1)
      if (count === stop && when === 'before') return stopAt(name)
      const response = await send()
      return count === stop ? stopAt(name) : response
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
  for (const { name, operation } of tasks) {
    void perform(store, { db: database.db, cards, now }, operation).then(
      (result) => report({ finished: name, result }),
      (error: unknown) => report({ finished: name, result: String(error) }),
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

process.once('message', (plan: KillPlan) => void run(plan))
// the test ended without killing this process
process.once('disconnect', () => process.exit(1))
