// A store that is given errands, stops each before or after one call to the card provider, says so, and is killed.
import { connect } from '#database/open.ts'
import { composeStore } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { disturbed } from '../support/payments/disturbed.ts'
import { watchCalls } from './card-calls.ts'
import { type Orders, perform, type Report } from './errands.ts'

async function obey({ connection, env, now: time, errands }: Orders): Promise<void> {
  loseNoPatience()
  const now = () => new Date(time)
  const database = await connect(connection, { log() {} }, async () => {})
  const made = new Map<string, number>()
  const stopping = watchCalls(
    () => errands,
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
    cardNetwork: (send) => disturbed(send, stopping),
  })
  await store.app.ready()
  const { cards } = store
  if (!cards) throw new Error('The store takes no cards')
  for (const { name, act } of errands) {
    void perform(store, { db: database.db, cards, now }, act).then(
      (as) => tell({ ended: name, as }),
      (error: unknown) => tell({ ended: name, as: String(error) }),
    )
  }
}

/** The kill comes when all have stopped, however slow the machine: until then no call may be given up. */
function loseNoPatience(): void {
  const setTimer = setTimeout
  Object.assign(AbortSignal, { timeout: () => new AbortController().signal })
  Object.assign(globalThis, {
    setTimeout: (work: () => void, ms = 0, ...rest: []) => setTimer(work, ms < 1000 ? ms : 600_000, ...rest),
  })
}

function stopAt(name: string): Promise<Response> {
  tell({ stopped: name })
  return new Promise(() => {})
}

function tell(report: Report): void {
  process.send?.(report)
}

process.once('message', (orders: Orders) => void obey(orders))
// whoever gave the errands has ended without killing it
process.once('disconnect', () => process.exit(1))
