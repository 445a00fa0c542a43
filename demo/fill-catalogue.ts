import { insertShippedTypes } from '#server/catalog/part-types/shipped-types.ts'
import { ConfigError } from '#server/platform/config/config-error.ts'
import { runCommand, type Store } from '#server/programs/command.ts'
import { createProgressLine } from '#server/programs/progress-line.ts'
import { seedDemoCatalogue } from './catalogue/seed.ts'
import { DEFAULT_PARTS, fillCatalogue, MAX_PARTS } from './generator/fill.ts'

const USAGE = 'Usage: npm run catalogue -- [--parts NUMBER]'

function readParts(words: string[]): number {
  const [flag, number, ...rest] = words.flatMap((word) => word.split('='))
  if (flag === undefined) return DEFAULT_PARTS
  if (flag !== '--parts' || number === undefined || rest.length > 0) throw new ConfigError(USAGE)
  const parts = /^\d{1,9}$/.test(number) ? Number(number) : 0
  if (parts < 1 || parts > MAX_PARTS) {
    throw new ConfigError(`--parts takes a whole number from 1 to ${MAX_PARTS}, not "${number}".\n${USAGE}`)
  }
  return parts
}

/** Adds generated parts, also while the store runs. A demo gets its own parts first. */
async function fillStore({ db, database, config }: Store, parts: number): Promise<string> {
  const startedAt = performance.now()
  await insertShippedTypes(db, new Date())
  if (config.demo) await seedDemoCatalogue(db, { now: () => new Date() })
  const line = createProgressLine(process.stdout)
  const { added, onSale } = await fillCatalogue(database.pool, {
    parts,
    onProgress: ({ added: done, missing }) => line.show(done, missing),
  })
  line.end()
  if (added === 0) return `Nothing to add: ${onSale} parts are on sale.`
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  return `${added} parts added in ${seconds} s; ${onSale} are on sale.`
}

await runCommand(readParts, fillStore)
