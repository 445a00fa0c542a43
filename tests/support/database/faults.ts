import type pg from 'pg'
import type { Pool } from 'pg'

/** Makes deletions or updates of a table fail until the returned function is called. */
export async function breakTable(
  pool: Pick<Pool, 'query'>,
  table: string,
  statement: 'delete' | 'update',
): Promise<() => Promise<unknown>> {
  await pool.query(`create or replace function fail() returns trigger language plpgsql as
    $$ begin raise exception 'the table % is broken', tg_table_name; end $$`)
  await pool.query(`create trigger broken before ${statement} on ${table} execute function fail()`)
  return () => pool.query(`drop trigger broken on ${table}`)
}

/** From now on the connection is lost after each statement that matches, which is done then; returns what ends that. */
export function loseReplies(pool: Pool, statement: RegExp): () => void {
  const patched = new WeakSet<pg.PoolClient>()
  let isLosing = true
  pool.on('acquire', (client) => {
    if (patched.has(client)) return
    patched.add(client)
    const query: unknown = client.query
    if (typeof query !== 'function') return
    Reflect.set(client, 'query', (...given: unknown[]) => {
      const reply: unknown = Reflect.apply(query, client, given)
      if (!isLosing || !statement.test(String(given[0]))) return reply
      return Promise.resolve(reply).then(() => {
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      })
    })
  })
  return () => {
    isLosing = false
  }
}
