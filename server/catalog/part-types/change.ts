import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { typesTexts as texts } from '#contract/catalog/part-types/texts.ts'
import { AppError } from '#contract/platform/errors.ts'
import { advisoryLocks } from '#database/advisory-locks.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { recordChange } from '../../platform/audit.ts'
import { type Catalogue, currentCatalogue, refreshCatalogue } from './catalogue.ts'

/** Who changes the catalogue, and when. */
export type By = { actorId: string | null; at: Date }

/** Changes the catalogue, one change at a time, and reads it again: afterwards this instance shows what holds. */
export async function changeCatalogue<T>(
  db: Db,
  change: (trx: Db, catalogue: Catalogue) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, async (trx) => {
      await sql`select pg_advisory_xact_lock(${advisoryLocks.catalogue})`.execute(trx)
      return change(trx, await currentCatalogue(trx))
    })
  } finally {
    // also after an error: the change may have been committed
    await refreshCatalogue(db)
  }
}

/**
 * Throws `catalogue_changed` if what the caller has `seen` is not there any more, or null and there is something now. Without
 * it nothing is compared. In `changeCatalogue` two callers who have seen the same cannot both pass.
 */
export function requireSeen(seen: object | null | undefined, now: object | undefined): void {
  if (seen === undefined) return
  const values = new Map(Object.entries(now ?? {}))
  const isSame = seen
    ? now && Object.entries(seen).every(([name, value]) => isDeepStrictEqual(value, values.get(name)))
    : now === undefined
  if (!isSame) throw new AppError('catalogue_changed')
}

type Named = { key: string; name: string; plural?: string }

/** Throws `invalid_request` at `path` if a file that says one of `names` could mean one of `others`: imports compare keys and names without their case. */
export function requireFree(path: string, names: readonly string[], others: readonly Named[]): void {
  const folded = names.map((name) => name.toLowerCase())
  const taken = others.find(({ key, name, plural = name }) =>
    [key, name.toLowerCase(), plural.toLowerCase()].some((one) => folded.includes(one)),
  )
  if (taken) throw invalid(path, texts.nameTaken(taken.name))
}

type Described = Record<string, unknown> | null

/** Records what differs; null is what does not exist. */
export async function recordCatalogueChange(
  trx: Db,
  by: By,
  change: { field: 'category' | 'partType' | 'attribute'; key: string; before: Described; after: Described },
): Promise<void> {
  const { field, key, before, after } = change
  const names = Object.keys(after ?? before ?? {})
  const changed = names.filter((name) => textOf(before?.[name]) !== textOf(after?.[name]))
  if (changed.length === 0) return
  const describe = (values: Described) =>
    values && changed.map((name) => `${name}: ${textOf(values[name])}`).join('\n')
  await recordChange(trx, {
    ...by,
    entity: 'catalogue',
    entityId: key,
    field,
    before: describe(before),
    after: describe(after),
  })
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid_request', { errors: [{ path, message }] })
}
