import { hash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'
import { beingChanged } from './problem.ts'

/** A call with a key, as its row has it: whoever keeps the key himself writes all of these, and the answer. */
export type KeyedCall = {
  userId: string
  method: string
  /** The declared path: another spelling or query of an address is the same call. */
  path: string
  key: string
  bodyHash: string
  /** Of the success that is kept. */
  status: number
  now: Date
}
type Answer = { status: number; body: unknown }

/** The key has been used; what was done beside it is undone. */
export class KeyIsUsed extends Error {}

type Work = {
  /** Runs in a transaction which keeps the key at its end. */
  inTransaction: (trx: Db) => Promise<Answer>
  /** Writes the key's row in the statement that does the work; throws `KeyIsUsed` where there is one. */
  atOnce?: ((call: KeyedCall) => Promise<Answer>) | undefined
}

const KEPT_MS = 24 * 3600 * 1000

/** Answers a row where the key is new, or was used long ago. */
const keep = prepare<{ key: string }>(
  'keep-answer',
  `insert into idempotency_keys (user_id, method, path, key, body_hash, created_at, status, response)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (user_id, method, path, key) do update
    set body_hash = excluded.body_hash, created_at = excluded.created_at,
      status = excluded.status, response = excluded.response
    where idempotency_keys.created_at < $9
  returning key`,
)

type First = { body_hash: string; status: number | null; response: unknown }

const find = prepare<First>(
  'find-answer',
  `select body_hash, status, response from idempotency_keys
  where user_id = $1 and method = $2 and path = $3 and key = $4 and created_at >= $5`,
)

/** The key of a request: 1 to 200 visible ASCII characters. Throws `invalid_request`. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{1,200}$/.test(header)) return header
  throw new AppError('invalid_request', {
    errors: [{ path: 'Idempotency-Key', message: 'Use 1 to 200 visible ASCII characters' }],
  })
}

/** Tells bodies that read the same from others. */
export function hashBody(body: unknown): string {
  return hash('sha256', JSON.stringify(body ?? null))
}

/**
 * Does the work of a key once. The key goes in last, in the same transaction: of twins that come together one finds it
 * taken, is undone, and answers what the other did. Accounts and parts are locked before it, whichever way the work goes.
 * A replay with the same parsed body gets the first answer; with another body `idempotency_conflict`.
 * A refusal keeps nothing; nor does it count where a twin has just done what it asked for.
 */
export async function once(
  db: Db,
  call: KeyedCall,
  { inTransaction, atOnce }: Work,
): Promise<Answer & { replayed: boolean }> {
  const ways = [...(atOnce ? [() => atOnce(call)] : []), () => keptAtTheEnd(db, call, inTransaction)]
  for (const way of ways) {
    try {
      return { ...(await way()), replayed: false }
    } catch (error) {
      const first = await findFirst(db, call).catch(() => undefined)
      if (first) return { ...answerTo(call, first), replayed: true }
      if (!(error instanceof KeyIsUsed)) throw error
    }
  }
  // used, and forgotten in the same moment
  throw beingChanged()
}

async function keptAtTheEnd(db: Db, call: KeyedCall, work: Work['inTransaction']): Promise<Answer> {
  if (await findFirst(db, call)) throw new KeyIsUsed()
  return db.transaction().execute(async (trx) => {
    const { status, body } = await work(trx)
    const { bodyHash, now } = call
    const kept = await keep(trx, [
      ...identityOf(call),
      ...[bodyHash, now, status, JSON.stringify(body), forgottenBefore(call)],
    ])
    if (kept.length === 0) throw new KeyIsUsed()
    return { status, body }
  })
}

async function findFirst(db: Db, call: KeyedCall): Promise<First | undefined> {
  const [first] = await find(db, [...identityOf(call), forgottenBefore(call)])
  return first
}

function answerTo({ bodyHash }: KeyedCall, { body_hash, status, response }: First): Answer {
  if (body_hash !== bodyHash) throw new AppError('idempotency_conflict')
  return { status: status ?? 200, body: response }
}

function identityOf(call: KeyedCall): string[] {
  return [call.userId, call.method, call.path, call.key]
}

function forgottenBefore({ now }: KeyedCall): Date {
  return new Date(now.getTime() - KEPT_MS)
}
