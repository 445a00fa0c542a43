import { CompiledQuery } from 'kysely'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'

/** A prepared search takes some 0.7 MB of each connection. */
const MAX_PREPARED = 32
/** So many uses make the first four texts worth preparing, twice as many the next four, and so on. */
const FIRST_USES = 8
const TEXTS_OF_STEP = 4
const MAX_COUNTED = 500

/**
 * Says of each use of a text whether it is time to prepare it: at most `MAX_PREPARED` times, and later for what is used more, so
 * that rare texts do not take the place of those of every day.
 */
export function createUses(): (text: string) => boolean {
  const uses = new Map<string, number>()
  const chosen = new Set<string>()
  return (text) => {
    if (chosen.has(text) || chosen.size >= MAX_PREPARED) return false
    if (uses.size >= MAX_COUNTED) uses.clear()
    const used = (uses.get(text) ?? 0) + 1
    uses.set(text, used)
    if (used < FIRST_USES * 2 ** Math.floor(chosen.size / TEXTS_OF_STEP)) return false
    chosen.add(text)
    uses.delete(text)
    return true
  }
}

const usesOf = new WeakMap<Db, ReturnType<typeof createUses>>()
let prepared = 0

/**
 * Runs a statement of few texts. Those that are repeated on one pool are prepared: planning takes longer than running
 * them. Uses in transactions are not counted.
 */
export function runPrepared<Row>(db: Db, statement: CompiledQuery): Promise<Row[]> {
  const isTimeToPrepare = usesOf.get(db) ?? createUses()
  usesOf.set(db, isTimeToPrepare)
  if (isTimeToPrepare(statement.sql)) {
    // the pool runs a text that is registered here as a prepared statement
    prepare(`find-parts-${prepared}`, statement.sql)
    prepared += 1
  }
  return runOnce(db, statement)
}

export async function runOnce<Row>(db: Db, { sql: text, parameters }: CompiledQuery): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows
}
