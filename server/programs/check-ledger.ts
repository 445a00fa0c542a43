import { AppError } from '#contract/platform/errors.ts'
import { composeStore } from '../compose.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import { describeReport, syncAndCheckLedger } from '../sales/payments/ledger-check.ts'
import { runCommand, type Store } from './command.ts'

const USAGE = 'Usage: npm run check-ledger -- [DAYS]'
const DEFAULT_DAYS = '7'
const MAX_DAYS = 366

function readDays([word = DEFAULT_DAYS, ...rest]: string[]): number {
  const days = /^\d{1,3}$/.test(word) ? Number(word) : 0
  if (days < 1 || days > MAX_DAYS || rest.length > 0) throw new ConfigError(USAGE)
  return days
}

/** `npm run check-ledger -- [DAYS]`: syncs what has changed without an event, then compares the ledger with the provider. Exit code 1 if they differ or a sync fails. */
async function checkLedger({ database, config }: Store, days: number): Promise<string> {
  const now = () => new Date()
  const store = await composeStore({ config, database, now, print() {}, checkResponses: false })
  try {
    await store.app.ready()
    if (!store.cards)
      throw new ConfigError('This store takes no cards (CARDS=off): there is nothing to compare.')
    const deps = { db: database.db, cards: store.cards, now }
    const { check, failures } = await syncAndCheckLedger(deps, { days }).catch(explainUnavailable)
    if (check.differences.length + failures.length > 0) process.exitCode = 1
    const { locale } = await store.settings.current()
    return describeReport({ check, failures }, locale)
  } finally {
    await store.app.close()
  }
}

function explainUnavailable(cause: unknown): never {
  if (!(cause instanceof AppError && cause.code === 'cards_unavailable')) throw cause
  throw new ConfigError('The card provider cannot be reached, or understood: nothing was compared.')
}

await runCommand(readDays, checkLedger)
