import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { all, type Filters, hasFilters, onSale } from '../list-query.ts'
import type { Interpretation } from './interpret.ts'
import { toMatch } from './match.ts'
import { anyMatch } from './rank.ts'
import type { Versioned, Vocabulary } from './vocabulary.ts'

type Use<T> = {
  vocabulary: Vocabulary
  filters: Filters
  run: (used: Interpretation) => Promise<Versioned<T>>
  isEmpty: (value: T) => boolean
}

/**
 * Runs a search by the first interpretation. If it finds nothing: by the first one that matches a part on sale, filters aside.
 * `used` is null if none does, but a single interpretation with filters counts as used.
 */
export async function runFirstWithResults<T>(
  db: Db,
  inOrder: readonly Interpretation[],
  { vocabulary, filters, run, isEmpty }: Use<T>,
): Promise<Versioned<T> & { used: Interpretation | null }> {
  const [first, ...others] = inOrder
  if (!first) throw new Error('A search needs an interpretation')
  const found = await run(first)
  if (!isEmpty(found.value)) return { ...found, used: first }
  const isNarrowed = hasFilters(filters)
  if (others.length === 0) return { ...found, used: isNarrowed ? first : null }
  const [other, another] = others
  const isOnlyChoice = other && !another && !isNarrowed
  const used = isOnlyChoice ? other : await findFirstWithParts(db, isNarrowed ? inOrder : others, vocabulary)
  if (!used || used === first) return { ...found, used: used ?? null }
  const { value } = await run(used)
  return { value, version: found.version, used: isOnlyChoice && isEmpty(value) ? null : used }
}

/** The first interpretation that matches any part on sale, filters aside. Runs one statement at most. */
export async function findFirstWithParts(
  db: Db,
  interpretations: readonly Interpretation[],
  vocabulary: Vocabulary,
): Promise<Interpretation | undefined> {
  const cases = interpretations.flatMap((one, at) => {
    const found = anyMatch(toMatch(one, vocabulary, {}))
    return found
      ? [sql`when exists (select from products where ${all([onSale, found])} offset 0) then ${sql.lit(at)}`]
      : []
  })
  if (cases.length === 0) return undefined
  const { rows } = await sql<{ at: number | null }>`
    select case ${sql.join(cases, sql` `)} end as at`.execute(db)
  return interpretations[rows[0]?.at ?? -1]
}
