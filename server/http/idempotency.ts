import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#database/open.ts'

export type IdempotentCall = {
  userId: string
  method: string
  path: string
  key: string
  body: unknown
  now: Date
}
type Answer = { status: number; body: unknown }

const KEPT_MS = 24 * 3600 * 1000

/** The key of a request: 1 to 200 visible ASCII characters. Throws `invalid_request`. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{1,200}$/.test(header)) return header
  throw new AppError('invalid_request', {
    errors: [{ path: 'Idempotency-Key', message: 'Use 1 to 200 visible ASCII characters' }],
  })
}

/**
 * Runs `work` once a key: its row goes in first, in the same transaction, so that twins wait for the outcome.
 * A replay with the same parsed body gets the first answer; with another body `idempotency_conflict`.
 * A failure rolls the row back: only successes are kept.
 */
export async function once(
  db: Db,
  call: IdempotentCall,
  work: (trx: Db) => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(call.body ?? null))
    .digest('hex')
  return db.transaction().execute(async (trx) => {
    const isFirst = await claimKey(trx, call, bodyHash)
    if (!isFirst) return { ...(await firstAnswer(trx, call, bodyHash)), replayed: true }
    const answer = await work(trx)
    await trx
      .updateTable('idempotency_keys')
      .set({ status: answer.status, response: JSON.stringify(answer.body) })
      .where((row) => row.and(identityOf(call)))
      .execute()
    return { ...answer, replayed: false }
  })
}

function identityOf(call: IdempotentCall) {
  return { user_id: call.userId, method: call.method, path: call.path, key: call.key }
}

async function claimKey(trx: Db, call: IdempotentCall, bodyHash: string): Promise<boolean> {
  const fresh = { body_hash: bodyHash, created_at: call.now, status: null, response: null }
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values({ ...identityOf(call), ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'method', 'path', 'key'])
        .doUpdateSet(fresh)
        .where('idempotency_keys.created_at', '<', new Date(call.now.getTime() - KEPT_MS)),
    )
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

async function firstAnswer(trx: Db, call: IdempotentCall, bodyHash: string): Promise<Answer> {
  const row = await trx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'response'])
    .where((where) => where.and(identityOf(call)))
    .executeTakeFirstOrThrow()
  if (row.body_hash !== bodyHash) throw new AppError('idempotency_conflict')
  return { status: row.status ?? 200, body: row.response }
}
