import type { Db } from './open.ts'

/**
 * A secret of this installation: read, or made once and kept, so that all instances share it.
 * Of instances that race, one value wins and all get it.
 */
export async function readSecret(db: Db, name: string, make: () => string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}
