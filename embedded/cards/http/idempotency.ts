import { hash } from 'node:crypto'
import type { Db } from '#database/open.ts'
import { CardApiError } from './api-error.ts'
import type { Form } from './form.ts'

export type CardResponse = { status: number; text: string; replayOf?: string }

type KeyedRequest = { key: string; request_hash: string; request_id: string; created_at: Date }

/** Runs `work` unless a response is stored for the key, which is then returned; a concurrent repeat waits for it. */
export async function runOnce(
  db: Db,
  row: KeyedRequest,
  work: () => Promise<CardResponse>,
): Promise<CardResponse> {
  const inserted = await db
    .insertInto('cards.idempotency_keys')
    .values(row)
    .onConflict((on) => on.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!inserted) return replay(db, row)
  const response = await work()
  await db
    .updateTable('cards.idempotency_keys')
    .set({ status: response.status, response: response.text })
    .where('key', '=', row.key)
    .execute()
  return response
}

export async function storeError(db: Db, row: KeyedRequest, { status, body }: CardApiError): Promise<void> {
  await db
    .insertInto('cards.idempotency_keys')
    .values({ ...row, status, response: JSON.stringify({ error: body }) })
    .onConflict((on) => on.column('key').doNothing())
    .execute()
}

/** Identifies equal requests. Of a card number only the last four digits are hashed, and the security code never is. */
export function requestHash(path: string, form: Form): string {
  const fields = [...form].flatMap(([name, value]) => {
    if (name.endsWith('[cvc]')) return []
    return [[name, name.endsWith('[number]') ? value.slice(-4) : value]]
  })
  return hash('sha256', JSON.stringify([path, fields]))
}

async function replay(db: Db, { key, request_hash }: KeyedRequest): Promise<CardResponse> {
  const first = await db
    .selectFrom('cards.idempotency_keys')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (first.request_hash !== request_hash || first.status === null || first.response === null) {
    throw new CardApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  }
  return { status: first.status, text: first.response, replayOf: first.request_id }
}
