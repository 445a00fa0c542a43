import type { Tables } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'

export type Entity = Tables['audit']['entity']

/** One change: `actorId` is null when the store itself or a command made it; `before` and `after` are texts or null, amounts in minor units. */
export type Change = {
  at: Date
  actorId: string | null
  entity: Entity
  entityId: string
  field: string
  before: string | null
  after: string | null
  /** False for what follows from an order or an import: such changes are listed only with those of their object. */
  direct?: boolean
}

export async function recordChange(db: Db, ...changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  await db
    .insertInto('audit')
    .values(
      changes.map(({ actorId, entityId, direct = true, ...change }) => ({
        ...change,
        direct,
        actor_id: actorId,
        entity_id: entityId,
      })),
    )
    .execute()
}
