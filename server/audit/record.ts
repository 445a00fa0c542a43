import type { Db } from '#database/open.ts'
import type { AuditTable } from '#database/schema.ts'

export type Entity = AuditTable['entity']

/** One change: `actorId` is null when the store itself made it; `before` and `after` are texts or null. */
export type Change = {
  at: Date
  actorId: string | null
  entity: Entity
  entityId: string
  field: string
  before: string | null
  after: string | null
}

export type PastChange = Pick<Change, 'at' | 'actorId' | 'entityId' | 'field' | 'before' | 'after'>

/** Appends one row to the audit table; pass the transaction that makes the change. */
export async function recordChange(db: Db, change: Change): Promise<void> {
  await recordChanges(db, [change])
}

/** Appends several rows in one statement; none for an empty list. */
export async function recordChanges(db: Db, changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  await db
    .insertInto('audit')
    .values(
      changes.map((change) => ({
        at: change.at,
        actor_id: change.actorId,
        entity: change.entity,
        entity_id: change.entityId,
        field: change.field,
        before: change.before,
        after: change.after,
      })),
    )
    .execute()
}

/** What happened to these things, oldest first, by their id; a thing without history is absent. */
export async function historyOf(db: Db, entity: Entity, ids: string[]): Promise<Map<string, PastChange[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('audit')
    .select(['at', 'actor_id as actorId', 'entity_id as entityId', 'field', 'before', 'after'])
    .where('entity', '=', entity)
    .where('entity_id', 'in', ids)
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (row) => row.entityId)
}
