import { sql } from 'kysely'
import { pointsOfSite, siteOf } from '#contract/platform/networks.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { findAccount, findUser, normaliseEmail, PASSWORD_PROVIDER } from '../accounts/accounts.ts'
import { type KnownBy, recognise } from '../accounts/known-clients.ts'
import { checkMethod } from '../accounts/sign-in-methods.ts'
import { check, tooManyFailures } from '../http/toolkit-error.ts'
import type { Client, Identity, Operation } from '../identity.ts'
import { finishSignIn } from '../mfa/second-factors.ts'
import { digest } from '../tokens/secrets.ts'

/** With e-mail privacy a wrong password and an unknown address cause the same error after about the same time. */
export const signInWithPassword: Operation = async (identity, { body, ...client }) => {
  checkMethod(identity, 'password', 'PASSWORD_LOGIN_DISABLED')
  check(body.email !== undefined && body.email !== null, 'MISSING_EMAIL')
  const email = normaliseEmail(body.email)
  check(body.password, 'MISSING_PASSWORD')
  const attempt = { subject: email, ...client, knownBy: await recognise(identity, { email }, client) }
  await countAttempt(identity, attempt)
  // one query for known and unknown addresses, so that the time reveals nothing
  const found = await findUser(identity.db, { email })
  const isRight = await identity.passwords.verify(found?.password_hash, body.password)
  check(found || identity.emailPrivacy, 'EMAIL_NOT_FOUND')
  const wrongPassword = identity.emailPrivacy ? 'INVALID_LOGIN_CREDENTIALS' : 'INVALID_PASSWORD'
  check(isRight && found, wrongPassword)
  return inTransaction(identity.db, async (trx) => {
    const account = await findAccount(trx, { id: found.id }, { lock: true })
    // the password may have changed during the check
    check(account?.user.password_hash === found.password_hash, wrongPassword)
    check(!account.user.disabled_at, 'USER_DISABLED')
    await clearFailures(trx, attempt)
    return {
      kind: 'identitytoolkit#VerifyPasswordResponse',
      registered: true,
      localId: account.user.id,
      email,
      displayName: account.user.display_name ?? undefined,
      ...(await finishSignIn(identity, trx, { account, provider: PASSWORD_PROVIDER })),
    }
  })
}

type Attempt = Client & {
  /** The e-mail address, or `second-factor:` and the user's ID. */
  subject: string
  /** How the account knows the client. */
  knownBy?: KnownBy
  /** Stricter limits: the caller has passed the first factor and guesses six digits. */
  isSecondFactor?: boolean
}
type Counter = {
  account: string
  ipAddress: string
  free: number
  maxWaitSeconds: number
  /** Whether an attempt waits for it, or only counts on it. */
  isWaitedFor: boolean
}

const NO_IP_ADDRESS = '-'
/** The current time would not do, since the clock of another instance may be behind. */
const NO_WAIT = sql<Date>`'-infinity'::timestamptz`
const CLEAN_UP_ROWS = 100

/**
 * Counts an attempt before the password or code is checked, so that concurrent guesses count too. After the free
 * attempts each waits twice as long as the one before, up to a maximum. Error: TOO_MANY_ATTEMPTS_TRY_LATER.
 */
export async function countAttempt(identity: Identity, attempt: Attempt): Promise<void> {
  await cleanUp(identity.db, identity.databaseNow())
  await inTransaction(identity.db, async (trx) => {
    await lockAccount(trx, digest(attempt.subject))
    for (const counter of countersFor(identity, attempt)) await count(trx, counter, identity.databaseNow())
  })
}

/** After a right password or code: resets the account's counts that the attempt was on, and subtracts one from those of its network. */
export async function clearFailures(db: Db, attempt: Attempt): Promise<void> {
  const account = digest(attempt.subject)
  const addresses = addressesOf(attempt)
  await inTransaction(db, async (trx) => {
    await lockAccount(trx, account)
    await trx
      .deleteFrom('identity.attempts')
      .where('account', '=', account)
      .where('address', 'in', addresses.ofAccount)
      .execute()
    for (const address of addresses.ofAll)
      await trx
        .updateTable('identity.attempts')
        .set({ failures: sql`greatest(failures - 1, 0)`, retry_at: NO_WAIT })
        .where('account', '=', '')
        .where('address', '=', address)
        .execute()
  })
}

/** The counters that an attempt waits for, of its account and of all (docs/decisions/0053). The common one is ''. */
function addressesOf({ ipAddress, device, knownBy }: Attempt): { ofAccount: string[]; ofAll: string[] } {
  if (knownBy === 'device' && device !== undefined)
    return { ofAccount: [`device:${digest(device)}`], ofAll: [] }
  const network = ipAddress ?? NO_IP_ADDRESS
  if (ipAddress === undefined) return { ofAccount: ['', network], ofAll: [] }
  if (knownBy === 'network') return { ofAccount: [network], ofAll: [network] }
  const site = siteOf(network)
  return { ofAccount: ['', network], ofAll: site === undefined ? [network] : [network, site] }
}

export async function deleteAttempts(db: Db, email: string): Promise<void> {
  const account = digest(email)
  await inTransaction(db, async (trx) => {
    await lockAccount(trx, account)
    await trx.deleteFrom('identity.attempts').where('account', '=', account).execute()
  })
}

/** Serialises changes of one account's counts; the row of an IP address always comes last, which avoids deadlocks. */
async function lockAccount(trx: Db, account: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${account}, 0))`.execute(trx)
}

function countersFor({ limits }: Identity, attempt: Attempt): Counter[] {
  const account = digest(attempt.subject)
  const { ofAccount, ofAll } = addressesOf(attempt)
  const free = limits.signInFailuresPerHour
  const isWaitedFor = true
  // for a password the wait is short: an owner may be an unknown client
  const common = attempt.isSecondFactor
    ? { account, ipAddress: '', free: 10, maxWaitSeconds: 900 }
    : { account, ipAddress: '', free: 50, maxWaitSeconds: 30 }
  return [
    ...(attempt.knownBy === 'device' ? [] : [{ ...common, isWaitedFor: ofAccount.includes('') }]),
    ...ofAccount
      .filter((ipAddress) => ipAddress !== '')
      .map((ipAddress) => ({ account, ipAddress, free: 5, maxWaitSeconds: 900, isWaitedFor })),
    ...ofAll.map((ipAddress) => {
      const points = ipAddress === attempt.ipAddress ? free : pointsOfSite(free)
      return { account: '', ipAddress, free: points, maxWaitSeconds: 900, isWaitedFor }
    }),
  ]
}

async function count(db: Db, counter: Counter, at: Date): Promise<void> {
  const { account, ipAddress, free, maxWaitSeconds, isWaitedFor } = counter
  const failures = sql`case when a.last_at < ${at}::timestamptz - interval '1 hour' then 1 else a.failures + 1 end`
  const counted = await sql`
    insert into identity.attempts as a (account, address, failures, last_at, retry_at)
    values (${account}, ${ipAddress}, 1, ${at}, ${NO_WAIT})
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
  if (counted.rows.length > 0 || !isWaitedFor) return
  const { retry_at } = await db
    .selectFrom('identity.attempts')
    .select('retry_at')
    .where('account', '=', account)
    .where('address', '=', ipAddress)
    .executeTakeFirstOrThrow()
  throw tooManyFailures(Math.max(1, Math.ceil((retry_at.getTime() - at.getTime()) / 1000)))
}

/** Invented e-mail addresses must not fill the table; locked rows are skipped. */
async function cleanUp(db: Db, at: Date): Promise<void> {
  await sql`
    delete from identity.attempts where (account, address) in (
      select account, address from identity.attempts
      where last_at < ${at}::timestamptz - interval '1 hour'
      limit ${CLEAN_UP_ROWS} for update skip locked
    )`.execute(db)
}
