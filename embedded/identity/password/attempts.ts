import { sql } from 'kysely'
import { type Db, inTransaction } from '#database/open.ts'
import { tooManyFailures } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'
import { digest } from '../tokens/secrets.ts'

type Who = {
  /** Whose account: an address, or a name for it. */
  email: string
  address: string | undefined
  /** A caller who knows the password guesses six digits. */
  isSecondFactor?: boolean
}
type Counter = { account: string; address: string; free: number; maxWaitSeconds: number }

/** Counts as a caller where addresses do not count. */
const NOBODY = '-'

/** Not the present: another instance's clock may be a little behind this one's. */
const NO_WAIT = sql<Date>`'-infinity'::timestamptz`

/** Rows forgotten at one attempt. */
const SWEEP = 100

/**
 * Takes one sign-in attempt before the password is looked at, so that parallel guesses count too.
 * Past the free ones each attempt must wait twice as long as the one before; an hour of calm forgets all.
 * Error: TOO_MANY_ATTEMPTS_TRY_LATER.
 */
export async function takeAttempt(identity: Identity, who: Who): Promise<void> {
  await sweep(identity.db, identity.now())
  await inTransaction(identity.db, async (trx) => {
    await takeTurn(trx, digest(who.email))
    for (const counter of countersFor(identity, who)) await count(trx, counter, identity.now())
  })
}

/** The password was right: the account's failures are forgotten, the address gets this attempt back. */
export async function settleAttempt(db: Db, { email, address }: Who): Promise<void> {
  const account = digest(email)
  await inTransaction(db, async (trx) => {
    await takeTurn(trx, account)
    await trx
      .deleteFrom('identity.attempts')
      .where('account', '=', account)
      .where('address', 'in', ['', address ?? NOBODY])
      .execute()
    if (address === undefined) return
    await trx
      .updateTable('identity.attempts')
      .set({ failures: sql`greatest(failures - 1, 0)`, retry_at: NO_WAIT })
      .where('account', '=', '')
      .where('address', '=', address)
      .execute()
  })
}

/** A new password: failed guesses of the old one no longer count. */
export async function forgetAttempts(db: Db, email: string): Promise<void> {
  const account = digest(email)
  await inTransaction(db, async (trx) => {
    await takeTurn(trx, account)
    await trx.deleteFrom('identity.attempts').where('account', '=', account).execute()
  })
}

/** What counts or forgets attempts of one account does so in turn; the row of an address always comes last. */
async function takeTurn(trx: Db, account: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${account}, 0))`.execute(trx)
}

/** The account's own first; the row of the address, which accounts share, last. */
function countersFor({ limits }: Identity, { email, address, isSecondFactor }: Who): Counter[] {
  const account = digest(email)
  return [
    // guessing from many addresses is slowed; the short wait keeps the owner from being locked out
    isSecondFactor
      ? { account, address: '', free: 10, maxWaitSeconds: 900 }
      : { account, address: '', free: 50, maxWaitSeconds: 30 },
    { account, address: address ?? NOBODY, free: 5, maxWaitSeconds: 900 },
    ...(address === undefined
      ? []
      : [{ account: '', address, free: limits.signInFailuresPerHour, maxWaitSeconds: 900 }]),
  ]
}

async function count(db: Db, { account, address, free, maxWaitSeconds }: Counter, at: Date): Promise<void> {
  const failures = sql`case when a.last_at < ${at}::timestamptz - interval '1 hour' then 1 else a.failures + 1 end`
  const taken = await sql`
    insert into identity.attempts as a (account, address, failures, last_at, retry_at)
    values (${account}, ${address}, 1, ${at}, ${NO_WAIT})
    on conflict (account, address) do update set
      failures = ${failures},
      last_at = ${at},
      retry_at = case
        when ${failures} < ${free}::int then ${NO_WAIT}
        else ${at}::timestamptz
          + least(power(2, least(${failures} - ${free}::int, 20)), ${maxWaitSeconds}::int) * interval '1 second'
      end
    where a.retry_at <= ${at}
    returning failures`.execute(db)
  if (taken.rows.length > 0) return
  const { retry_at } = await db
    .selectFrom('identity.attempts')
    .select('retry_at')
    .where('account', '=', account)
    .where('address', '=', address)
    .executeTakeFirstOrThrow()
  throw tooManyFailures(Math.max(1, Math.ceil((retry_at.getTime() - at.getTime()) / 1000)))
}

/** Made-up addresses must not fill the table; rows in use are left for another time. */
async function sweep(db: Db, at: Date): Promise<void> {
  await sql`
    delete from identity.attempts where (account, address) in (
      select account, address from identity.attempts
      where last_at < ${at}::timestamptz - interval '1 hour'
      limit ${SWEEP} for update skip locked
    )`.execute(db)
}
