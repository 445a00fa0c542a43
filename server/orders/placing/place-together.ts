import { DatabaseError } from 'pg'
import type { Db } from '#database/open.ts'
import { together } from '#database/together.ts'
import { type NewRow, type Outcome, type Placed, placeRow, placeRows } from './place-row.ts'

/**
 * Places orders that come in the same turn in one statement, and so in one commit. Each is still all or nothing by
 * itself: one that cannot be placed at once, and a second one of the same account or part, goes by itself, is judged
 * there, and waits for whoever is in front of it.
 */
export const placeTogether = together<NewRow, Outcome>(async (db, wanted) => {
  const firsts = wanted.filter((one, at) => wanted.findIndex((other) => areInTheirWay(one, other)) === at)
  if (firsts.length === 1) return wanted.map((one) => placeAlone(db, one))
  const placing = placeRows(db, firsts).catch(noneIfUndone)
  return wanted.map(async (one) => {
    const placed = firsts.includes(one) ? (await placing)[firsts.indexOf(one)] : undefined
    return placed ? { placed } : placeAlone(db, one)
  })
})

function areInTheirWay(one: NewRow, other: NewRow): boolean {
  return one.buyerId === other.buyerId || one.order.productId === other.order.productId
}

/** A twin with the same key may have been placed while this one waited for their account. */
function placeAlone(db: Db, one: NewRow): Promise<Outcome> {
  return placeRow(db, one).catch((error) => {
    if (error instanceof DatabaseError && error.constraint === 'idempotency_keys_pkey')
      return { keyIsUsed: true }
    throw error
  })
}

/** SQLSTATE classes of data, constraints, rollbacks and objects in use. */
const UNDONE = /^(22|23|40|55)/

/** What fails for one of them is undone for all; of anything else nobody knows. */
function noneIfUndone(error: unknown): Placed[] {
  if (error instanceof DatabaseError && UNDONE.test(error.code ?? '')) return []
  throw error
}
