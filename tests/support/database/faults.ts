import type { Pool } from 'pg'
import { interceptQueries } from './statements.ts'

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
  let isLosing = true
  interceptQueries(pool, (sent, run) => {
    const reply = run()
    if (!isLosing || !statement.test(sent?.text ?? '')) return reply
    return Promise.resolve(reply).then(rejectAsLost)
  })
  return () => {
    isLosing = false
  }
}

function rejectAsLost(): never {
  throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
}

/** The connection of the next statement that matches is ended once the statement is done, before its reply; returns whether it was. */
export function endConnectionAfter(pool: Pool, statement: RegExp): () => boolean {
  let isWaiting = true
  interceptQueries(pool, (sent, run, client) => {
    const reply = run()
    if (!isWaiting || !statement.test(sent?.text ?? '')) return reply
    isWaiting = false
    return Promise.resolve(reply).then(async () => {
      const ended = new Promise((resolve) => client.once('end', resolve))
      await pool.query('select pg_terminate_backend($1)', [Reflect.get(client, 'processID')])
      await ended
      rejectAsLost()
    })
  })
  return () => !isWaiting
}

/** Holds the reply to the next statement that matches; `held` resolves once the database has sent it, `release` passes it on. */
export function holdReply(pool: Pool, statement: RegExp): { held: Promise<unknown>; release: () => void } {
  const arrived = Promise.withResolvers<unknown>()
  const gate = Promise.withResolvers<void>()
  let isWaiting = true
  interceptQueries(pool, (sent, run) => {
    const reply = run()
    if (!isWaiting || !statement.test(sent?.text ?? '')) return reply
    isWaiting = false
    return Promise.resolve(reply).then(async (result) => {
      arrived.resolve(result)
      await gate.promise
      return result
    })
  })
  return { held: arrived.promise, release: gate.resolve }
}
