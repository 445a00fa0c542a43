import type { Db } from '#database/open.ts'
import type { Change, Entity } from '#server/platform/audit.ts'

/** Audit entries of these objects by id, oldest first; an object without entries is absent. */
export async function historyOf(
  db: Db,
  entity: Entity,
  ids: string[],
): Promise<Map<string, Omit<Change, 'entity'>[]>> {
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
