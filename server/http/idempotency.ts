import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'

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

/** Answers a row where the key is new, or was used long ago. */
const claim = prepare<{ key: string }>(
  'claim-key',
  `insert into idempotency_keys (user_id, method, path, key, body_hash, created_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (user_id, method, path, key) do update
    set body_hash = excluded.body_hash, created_at = excluded.created_at, status = null, response = null
    where idempotency_keys.created_at < $7
  returning key`,
)

const keep = prepare(
  'keep-answer',
  `update idempotency_keys set status = $5, response = $6
  where user_id = $1 and method = $2 and path = $3 and key = $4`,
)

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
    await keep(trx, [...identityOf(call), answer.status, JSON.stringify(answer.body)])
    return { ...answer, replayed: false }
  })
}

function identityOf(call: IdempotentCall): string[] {
  return [call.userId, call.method, call.path, call.key]
}

async function claimKey(trx: Db, call: IdempotentCall, bodyHash: string): Promise<boolean> {
  const long = new Date(call.now.getTime() - KEPT_MS)
  const claimed = await claim(trx, [...identityOf(call), bodyHash, call.now, long])
  return claimed.length > 0
}

async function firstAnswer(trx: Db, call: IdempotentCall, bodyHash: string): Promise<Answer> {
  const row = await trx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'response'])
    .where('user_id', '=', call.userId)
    .where('method', '=', call.method)
    .where('path', '=', call.path)
    .where('key', '=', call.key)
    .executeTakeFirstOrThrow()
  if (row.body_hash !== bodyHash) throw new AppError('idempotency_conflict')
  return { status: row.status ?? 200, body: row.response }
}
