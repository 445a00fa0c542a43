// A store that runs tasks, stops each before or after one call to the card provider, reports it, and is
// killed.
import { connect } from '#database/open.ts'
import { composeStore } from '#server/compose.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { interceptFetch } from '../support/payments/intercept-fetch.ts'
import { watchCalls } from './card-calls.ts'
import { type KillPlan, runOperation, type TaskReport } from './kill-tasks.ts'

async function runPlan({ connection, env, now: time, tasks }: KillPlan): Promise<void> {
  disableTimeouts()
  const now = () => new Date(time)
  const database = await connect(connection, { log() {} }, async () => {})
  const callCounts = new Map<string, number>()
  const stopAtCall = watchCalls(
    () => tasks,
    async ({ name, callIndex, when }, _call, send) => {
      const count = callCounts.get(name) ?? 0
      callCounts.set(name, count + 1)
      if (count === callIndex && when === 'before') return reportAndWait(name)
      const response = await send()
      return count === callIndex ? reportAndWait(name) : response
    },
  )
  const store = await composeStore({
    config: readConfig(env),
    database,
    now,
    checkResponses: true,
    print() {},
    cardNetwork: (send) => interceptFetch(send, stopAtCall),
  })
  await store.app.ready()
  const { cards } = store
  if (!cards) throw new Error('The store takes no cards')
  for (const { name, operation } of tasks) {
    void runOperation({ app: store.app, deps: { db: database.db, cards, now }, operation }).then(
      (result) => sendReport({ finished: name, result }),
      (error: unknown) => sendReport({ finished: name, result: String(error) }),
    )
  }
}

/** The process is killed when all tasks have stopped: until then no call may time out. Short timers still run. */
function disableTimeouts(): void {
  const setTimer = setTimeout
  Object.assign(AbortSignal, { timeout: () => new AbortController().signal })
  Object.assign(globalThis, {
    setTimeout: (work: () => void, ms = 0, ...rest: []) => setTimer(work, ms < 1000 ? ms : 600_000, ...rest),
  })
}

function reportAndWait(name: string): Promise<Response> {
  sendReport({ stopped: name })
  return new Promise(() => {})
}

function sendReport(message: TaskReport): void {
  process.send?.(message)
}

process.once('message', (plan: KillPlan) => void runPlan(plan))
// the test ended without killing this process
process.once('disconnect', () => process.exit(1))
