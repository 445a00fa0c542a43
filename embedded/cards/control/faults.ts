import * as z from 'zod/mini'
import { callFaults, eventFaults, type FaultTarget, faultyCalls } from '#database/column-values.ts'
import type { Db } from '#database/open.ts'
import type { CardFaultRow } from '#database/rows.ts'

const common = {
  delayMs: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(60_000)), 0),
  share: z._default(z.coerce.number().check(z.gt(0), z.lte(1)), 1),
  remaining: z._default(z.nullable(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))), null),
}

/** A fault to inject into calls or events: with a delay in ms, a share (0 to 1), and a number of times (null: always). */
export const newFaultSchema = z
  .union([
    z.object({ target: z.enum(faultyCalls), act: z.enum(callFaults), ...common }),
    z.object({ target: z.literal('events'), act: z.enum(eventFaults), ...common }),
  ])
  .check(z.refine(({ act, delayMs }) => delayMs > 0 || !['slow', 'delay', 'reorder'].includes(act)))

export type NewFault = z.infer<typeof newFaultSchema>
export type Fault = Awaited<ReturnType<typeof listFaults>>[number]

export async function addFault(db: Db, fault: NewFault, at: Date): Promise<Fault> {
  const { target, act: action, delayMs: delay_ms, share, remaining } = fault
  const { id } = await db
    .insertInto('cards.faults')
    .values({ target, action, delay_ms, share, remaining, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...fault }
}

export function listFaults(db: Db) {
  return db
    .selectFrom('cards.faults')
    .select(['id', 'target', 'action as act', 'delay_ms as delayMs', 'share', 'remaining'])
    .orderBy('id')
    .execute()
}

/** Removes one fault, or all; returns how many were removed. */
export async function removeFaults(db: Db, id?: number): Promise<number> {
  const removed = await db
    .deleteFrom('cards.faults')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .returning('id')
    .execute()
  return removed.length
}

/** Picks the first active fault for one of these targets, at random by its share, and counts it down. */
export async function takeFault(db: Db, targets: FaultTarget[]): Promise<CardFaultRow | undefined> {
  const faults = await db
    .selectFrom('cards.faults')
    .selectAll()
    .where('target', 'in', targets)
    .where((is) => is.or([is('remaining', 'is', null), is('remaining', '>', 0)]))
    .orderBy('id')
    .execute()
  for (const fault of faults) {
    const isTaken =
      Math.random() < fault.share && (fault.remaining === null || (await countDown(db, fault.id)))
    if (isTaken) return fault
  }
  return undefined
}

async function countDown(db: Db, id: number): Promise<boolean> {
  const counted = await db
    .updateTable('cards.faults')
    .set((is) => ({ remaining: is('remaining', '-', 1) }))
    .where('id', '=', id)
    .where('remaining', '>', 0)
    .returning('id')
    .executeTakeFirst()
  return counted !== undefined
}
