import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#contract/platform/errors.ts'
import type { Db } from '#database/open.ts'
import { lockedError } from './problem.ts'

export type KeyIdentity = {
  userId: string
  method: string
  path: string
  key: string
  now: Date
}
export type KeyedCall = KeyIdentity & { bodyHash: string }
type KeyedResponse = { status: number; body: unknown; replayed?: boolean }
type Stored = { body_hash: string; status: number | null; response: unknown; order_id: string | null }

const KEY_LIFETIME_MS = 24 * 3600 * 1000

export async function deleteOldKeys(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEY_LIFETIME_MS)
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}

/** The key of a request: 1 to 200 visible ASCII characters. Throws `invalid_request`. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{1,200}$/.test(header)) return header
  throw new AppError('invalid_request', {
    errors: [{ path: 'Idempotency-Key', message: 'Use 1 to 200 visible ASCII characters' }],
  })
}

export function hashBody(body: unknown): string {
  return hash('sha256', JSON.stringify(body ?? null))
}

/** The calls with a key that are under way at this instance. */
export type InFlightCalls = ReturnType<typeof createInFlightCalls>

/**
 * A call whose key and body are those of one under way is not run: it gets the same answer, a refusal too. Run beside it, it
 * might find another stock than the first. After a refusal, which is not stored, later calls run again.
 */
export function createInFlightCalls() {
  const underWay = new Map<string, { bodyHash: string; answer: Promise<KeyedResponse> }>()
  return {
    has: (key: KeyIdentity) => underWay.has(nameOf(key)),
    async run<R extends KeyedResponse>(call: KeyedCall, work: () => Promise<R>): Promise<R | KeyedResponse> {
      const name = nameOf(call)
      const first = underWay.get(name)
      if (first?.bodyHash === call.bodyHash) return { ...(await first.answer), replayed: true }
      if (first) return work()
      const answer = work()
      underWay.set(name, { bodyHash: call.bodyHash, answer })
      return answer.finally(() => underWay.delete(name))
    },
  }
}

function nameOf({ userId, method, path, key }: KeyIdentity): string {
  return `${userId} ${method} ${path} ${key}`
}

/** Commits the work of a key once in 24 hours. A repeated body gets the stored response, another the error `idempotency_conflict`. */
export async function runOnce(
  db: Db,
  call: KeyedCall,
  work: (trx: Db) => Promise<KeyedResponse>,
): Promise<KeyedResponse & { replayed: boolean }> {
  const first = await findUsedKey(db, call)
  if (first) return toReplay(first)
  try {
    const done = await db.transaction().execute(async (trx) => {
      const response = await work(trx)
      await store(trx, call, response)
      return response
    })
    return { ...done, replayed: false }
  } catch (error) {
    const stored = await findUsedKey(db, call).catch((failure: unknown) => {
      throw failure instanceof AppError ? failure : error
    })
    if (stored) return toReplay(stored)
    throw error
  }
}

/** The row of this key, at most a day old: its stored response, or its order. Throws `idempotency_conflict` if its body differs. */
export async function findUsedKey(db: Db, call: KeyedCall): Promise<Stored | undefined> {
  const stored = await find(db, call)
  if (stored && stored.body_hash !== call.bodyHash) throw new AppError('idempotency_conflict')
  return stored
}

export async function isKeyUsed(db: Db, key: KeyIdentity): Promise<boolean> {
  return (await find(db, key)) !== undefined
}

export function keysSince({ now }: { now: Date }): Date {
  return new Date(now.getTime() - KEY_LIFETIME_MS)
}

async function store(trx: Db, call: KeyedCall, { status, body }: KeyedResponse): Promise<void> {
  const { userId, method, path, key, bodyHash, now } = call
  // a row comes back if the key is new or older than a day
  const { rows } = await sql`
    insert into idempotency_keys (user_id, method, path, key, body_hash, created_at, status, response)
    values (${userId}, ${method}, ${path}, ${key}, ${bodyHash}, ${now}, ${status}, ${JSON.stringify(body)})
    on conflict (user_id, method, path, key) do update
      set body_hash = excluded.body_hash, created_at = excluded.created_at,
        status = excluded.status, response = excluded.response, order_id = null
      where idempotency_keys.created_at < ${keysSince(call)}
    returning key`.execute(trx)
  if (rows.length === 0) throw lockedError()
}

function toReplay({ status, response }: Stored): KeyedResponse & { replayed: boolean } {
  return { status: status ?? 200, body: response, replayed: true }
}

async function find(db: Db, { userId, method, path, key, now }: KeyIdentity): Promise<Stored | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'response', 'order_id'])
    .where('user_id', '=', userId)
    .where('method', '=', method)
    .where('path', '=', path)
    .where('key', '=', key)
    .where('created_at', '>=', keysSince({ now }))
    .executeTakeFirst()
}
