import type { Db } from './open.ts'

/** A secret of this installation, created once and shared by all instances. Concurrent instances get the same value. */
export async function readSecret(db: Db, name: string, create: () => string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value: create() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}
