import { createHash } from 'node:crypto'
import type { Db } from '#database/open.ts'
import { CardApiError } from './api-error.ts'
import type { Form } from './form.ts'

/** An answer ready to send; `replayOf` names the request that first got it. */
export type Answer = { status: number; text: string; replayOf?: string }

type KeyedRequest = { key: string; hash: string; requestId: string; at: Date }

/**
 * Answers a request once for each key. Its row is inserted before the work, in the same transaction, so
 * that a concurrent repeat waits for the first one and then replays its answer. The same key with other parameters is
 * an `idempotency_error`. A refusal rolls the row back: the key stays free, unless `keepRefusal` takes it.
 */
export async function answerOnce(
  db: Db,
  { key, hash, requestId, at }: KeyedRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const mine = await db
    .insertInto('cards.idempotency_keys')
    .values({ key, request_hash: hash, request_id: requestId, created_at: at })
    .onConflict((on) => on.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!mine) return replay(db, key, hash)
  const answer = await work()
  await db
    .updateTable('cards.idempotency_keys')
    .set({ status: answer.status, response: answer.text })
    .where('key', '=', key)
    .execute()
  return answer
}

/** A refusal by the state of things is an answer like another: under its key it stands. */
export async function keepRefusal(
  db: Db,
  { key, hash, requestId, at }: KeyedRequest,
  { status, body }: CardApiError,
): Promise<void> {
  await db
    .insertInto('cards.idempotency_keys')
    .values({
      key,
      request_hash: hash,
      request_id: requestId,
      status,
      response: JSON.stringify({ error: body }),
      created_at: at,
    })
    .onConflict((on) => on.column('key').doNothing())
    .execute()
}

/** What makes two requests the same. Of a card only the last four digits go in, and never its security code. */
export function requestHash(path: string, form: Form): string {
  const fields = [...form].flatMap(([name, value]) => {
    if (name.endsWith('[cvc]')) return []
    return [[name, name.endsWith('[number]') ? value.slice(-4) : value]]
  })
  return createHash('sha256')
    .update(JSON.stringify([path, fields]))
    .digest('hex')
}

async function replay(db: Db, key: string, hash: string): Promise<Answer> {
  const first = await db
    .selectFrom('cards.idempotency_keys')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (first.request_hash !== hash || first.status === null || first.response === null) {
    throw new CardApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  }
  return { status: first.status, text: first.response, replayOf: first.request_id }
}
