import { sql } from 'kysely'
import { newDeviceMail } from '#contract/people/users/mail-texts.ts'
import { cleanProfile, type User } from '#contract/people/users/users.ts'
import { AppError } from '#contract/platform/errors.ts'
import { advisoryLocks } from '#database/advisory-locks.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { SignInRow, UserRow } from '#database/rows.ts'
import { newId } from '#database/uuid.ts'
import type { Caller } from '../../platform/auth/authenticate.ts'
import type { VerifiedIdentity } from '../../platform/auth/id-token.ts'
import { newestFirst, type PageRequest, pageOfList } from '../../platform/http/page-of-list.ts'
import { queueMail } from '../../platform/mail/write-mail.ts'
import { type IdentityAdmin, toUser } from '../users/service.ts'

/** `email` is normalised and `signedInAt` the auth time of the token; `emailVerified` as the provider says now. */
type VerifiedSignIn = {
  identity: Pick<VerifiedIdentity, 'uid' | 'name' | 'photo' | 'signedInAt'> & {
    email: string
    emailVerified: boolean
  }
  validSince: Date
  at: Date
}

/**
 * The account of a verified identity by uid, created at its first sign-in. The account whose token was exchanged last
 * gets the address. A missing name is filled in later: registration creates the account, then names it.
 * Throws `account_disabled`, `unauthenticated`.
 */
export async function signInUser(db: Db, verified: VerifiedSignIn): Promise<User> {
  const signIn = { ...verified, identity: { ...verified.identity, ...cleanProfile(verified.identity) } }
  if (signIn.identity.signedInAt < signIn.validSince) throw new AppError('unauthenticated')
  const { uid } = signIn.identity
  const known = await db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()
  if (known?.deleted_at) throw new AppError('unauthenticated')
  if (known?.disabled_at) throw new AppError('account_disabled')
  if (known && isUpToDate(known, signIn)) return toUser(known)
  const row = await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.signIn})`.execute(trx)
    await releaseAddress(trx, signIn.identity)
    const row = await saveAccount(trx, signIn)
    if (row.disabled_at) throw new AppError('account_disabled')
    return row
  })
  return toUser(row)
}

function isUpToDate(row: UserRow, { identity, validSince }: VerifiedSignIn): boolean {
  return (
    row.email === identity.email &&
    row.email_verified === identity.emailVerified &&
    Number(row.valid_since) >= validSince.getTime() &&
    (row.display_name !== null || identity.name === null)
  )
}

async function releaseAddress(db: Db, { uid, email }: { uid: string; email: string }): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: null, email_verified: false })
    .where('email', '=', email)
    .where('uid', '<>', uid)
    .execute()
}

function saveAccount(db: Db, { identity, validSince, at }: VerifiedSignIn): Promise<UserRow> {
  return db
    .insertInto('users')
    .values({
      id: newId(),
      uid: identity.uid,
      email: identity.email,
      email_verified: identity.emailVerified,
      display_name: identity.name,
      photo_url: identity.photo,
      valid_since: validSince,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict.column('uid').doUpdateSet({
        email: (eb) => eb.ref('excluded.email'),
        email_verified: (eb) => eb.ref('excluded.email_verified'),
        display_name: (eb) => eb.fn.coalesce('users.display_name', 'excluded.display_name'),
        valid_since: sql`greatest(users.valid_since, excluded.valid_since)`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

type TokenIdentity = Pick<VerifiedIdentity, 'uid' | 'sid' | 'signedInAt' | 'secondFactor'>
type KnownSignIn = Pick<SignInRow, 'id' | 'signed_in_at' | 'last_seen_at' | 'ended_at'>
type NewSignIn = {
  userId: string
  identity: TokenIdentity
  validSince: Date
  device: { id: string | null; name: string }
  at: Date
  origin: string
  mailsPerHour: number
}

/** The sign-in that an identity token belongs to, if the store knows it. Throws `unauthenticated` if it was ended. */
export async function findSignIn(db: Db, identity: TokenIdentity): Promise<KnownSignIn | undefined> {
  const known = await db
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user_id')
    .select(['sign_ins.id', 'sign_ins.signed_in_at', 'sign_ins.last_seen_at', 'sign_ins.ended_at'])
    .where('users.uid', '=', identity.uid)
    .where('sign_ins.key', '=', keyOf(identity))
    .executeTakeFirst()
  if (known?.ended_at) throw new AppError('unauthenticated')
  return known
}

/** Records a use of a sign-in, and mails a verified address about a new device. Resolves to the sign-in's id. Throws `account_disabled`, `unauthenticated`. */
export async function saveSignIn(db: Db, known: KnownSignIn | undefined, signIn: NewSignIn): Promise<string> {
  rejectOutdated(known, signIn)
  if (known && known.signed_in_at >= signIn.identity.signedInAt) return touch(db, known, signIn)
  return inTransaction(db, async (trx) => {
    const account = await trx
      .selectFrom('users')
      .select(['email', 'email_verified', 'disabled_at', 'sign_ins_since', 'created_at'])
      .where('id', '=', signIn.userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (account.disabled_at) throw new AppError('account_disabled')
    // two tabs may exchange the same new sign-in at once
    const meanwhile = await findSignIn(trx, signIn.identity)
    if (meanwhile) await touch(trx, meanwhile, signIn)
    await endOutdated(trx, signIn)
    if (meanwhile) return meanwhile.id
    const { signedInAt } = signIn.identity
    if (signedInAt.getTime() < Number(account.sign_ins_since)) throw new AppError('unauthenticated')
    // an unverified address may belong to another person
    if (account.email && account.email_verified && (await isNewDevice(trx, signIn, account)))
      await notifyOwner(trx, account.email, signIn)
    return insert(trx, signIn)
  })
}

export function listSignIns(db: Db, { caller, ...page }: PageRequest & { caller: Caller }) {
  const rows = db
    .selectFrom('sign_ins')
    .selectAll()
    .where('user_id', '=', caller.id)
    .where('ended_at', 'is', null)
  return pageOfList(rows, {
    order: newestFirst<SignInRow>('sign_ins'),
    page,
    toItem: (row) => ({
      _id: row.id,
      device: row.device,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      current: row.id === caller.signInId,
    }),
  })
}

type Ending = { caller: Caller; at: Date }
type Provider = Pick<IdentityAdmin, 'endSession' | 'endOtherSessions'>

/** The sign-in named in a path, regardless of its owner. Throws `not_found` for an unknown or ended one. */
export async function findOpenSignIn(db: Db, { params }: { params: { id: string } }): Promise<SignInRow> {
  const found = db.selectFrom('sign_ins').selectAll().where('id', '=', params.id)
  const signIn = await found.where('ended_at', 'is', null).executeTakeFirst()
  if (!signIn) throw new AppError('not_found')
  return signIn
}

type OneEnding = Ending & { signIn: SignInRow }

/** Ends one sign-in, at the provider first, so that a repeated call finishes what failed. Throws `not_found`. */
export async function endSignIn(db: Db, { signIn, caller, at }: OneEnding, identity: Provider) {
  const sid = sidOf(signIn.key)
  if (sid) await identity.endSession(caller.uid, sid)
  const [ended] = await endWhere(db, at).where('id', '=', signIn.id).returning('id').execute()
  if (!ended) throw new AppError('not_found')
}

/** Ends all sign-ins but the caller's, also those that the store does not know yet. Resolves to the number of those it knew. */
export async function endOtherSignIns(db: Db, { caller, at }: Ending, identity: Provider): Promise<number> {
  const own = await db
    .selectFrom('sign_ins')
    .select('key')
    .where('id', '=', caller.signInId)
    .executeTakeFirstOrThrow()
  const sid = sidOf(own.key)
  if (sid) await identity.endOtherSessions(caller.uid, sid)
  return inTransaction(db, async (trx) => {
    // sign-in times are whole seconds; what another instance issues by its clock must count
    const since = sql<Date>`date_trunc('second', least(${at}::timestamptz, now()))`
    await trx.updateTable('users').set({ sign_ins_since: since }).where('id', '=', caller.id).execute()
    const others = endWhere(trx, at).where('user_id', '=', caller.id).where('id', '<>', caller.signInId)
    return (await others.returning('id').execute()).length
  })
}

type EndedAtProvider = { uid: string; at: Date; continuedSid?: string | undefined }

/** Ends all access tokens of an account, and the sign-ins that the provider has ended: all but `continuedSid`, which exchanges a new ID token. */
export async function endSignInsOf(trx: Db, { uid, at, continuedSid }: EndedAtProvider): Promise<void> {
  const user = await trx
    .updateTable('users')
    .set({ valid_since: sql`greatest(valid_since, date_trunc('second', least(${at}::timestamptz, now())))` })
    .where('uid', '=', uid)
    .returning('id')
    .executeTakeFirst()
  if (!user) return
  let ending = endWhere(trx, at).where('user_id', '=', user.id)
  if (continuedSid) ending = ending.where('key', '<>', `sid:${continuedSid}`)
  await ending.execute()
}

function endWhere(db: Db, at: Date) {
  return db.updateTable('sign_ins').set({ ended_at: at }).where('ended_at', 'is', null)
}

/** Firebase has no session ids: an account's sessions that were opened in the same second count as one. */
function keyOf({ sid, signedInAt }: TokenIdentity): string {
  return sid ? `sid:${sid}` : `at:${signedInAt.getTime() / 1000}`
}

function sidOf(key: string): string | undefined {
  return key.startsWith('sid:') ? key.slice('sid:'.length) : undefined
}

async function touch(db: Db, { id }: KnownSignIn, { identity, device, at }: NewSignIn): Promise<string> {
  const seen = await db
    .updateTable('sign_ins')
    .set({
      last_seen_at: at,
      // a new password or factor is a new authentication within the same sign-in
      signed_in_at: sql`greatest(signed_in_at, ${identity.signedInAt})`,
      // a token from before the last authentication does not change it
      second_factor: sql`case when signed_in_at <= ${identity.signedInAt} then ${identity.secondFactor} else second_factor end`,
      device: device.name,
      device_id: device.id ?? sql.ref('device_id'),
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!seen) throw new AppError('unauthenticated')
  return seen.id
}

/** A new password ends all earlier sessions at the provider. */
async function endOutdated(trx: Db, { userId, validSince, at }: NewSignIn): Promise<void> {
  await endWhere(trx, at).where('user_id', '=', userId).where('signed_in_at', '<', validSince).execute()
}

async function insert(trx: Db, { userId, identity, device, at }: NewSignIn): Promise<string> {
  const id = newId()
  await trx
    .insertInto('sign_ins')
    .values({
      id,
      user_id: userId,
      key: keyOf(identity),
      device_id: device.id,
      device: device.name,
      second_factor: identity.secondFactor,
      signed_in_at: identity.signedInAt,
      created_at: at,
      last_seen_at: at,
    })
    .execute()
  return id
}

/** The first sign-in of an account has no new device; otherwise a device without an id is new. After more than `mailsPerHour` sign-ins in an hour none is. */
async function isNewDevice(
  trx: Db,
  { userId, device, at, mailsPerHour }: NewSignIn,
  account: Pick<UserRow, 'created_at'>,
): Promise<boolean> {
  const hourAgo = new Date(at.getTime() - 3_600_000)
  const seen = await trx
    .selectFrom('sign_ins')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      sql<number>`count(*) filter (where device_id = ${device.id})`.as('onDevice'),
      sql<number>`count(*) filter (where created_at > ${hourAgo})`.as('inLastHour'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  // the sign-ins of an old account may have been deleted
  const isKnown = seen.all > 0 || account.created_at < daysBefore(at, UNUSED_DAYS)
  return isKnown && seen.onDevice === 0 && seen.inLastHour <= mailsPerHour
}

function notifyOwner(trx: Db, to: string, { device, at, origin }: NewSignIn): Promise<void> {
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const details = { device: device.name, at: time, link: `${origin}/dashboard/account` }
  return queueMail(trx, { to, ...newDeviceMail(new URL(origin).host, details) })
}

const DAY_MS = 24 * 3_600_000
/** A sign-in that was not used for so long has ended; an ended one stays so long, for its device to be known. */
const UNUSED_DAYS = 180
const LONGEST_DAYS = 365

function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * DAY_MS)
}

/** Throws `unauthenticated` for a sign-in that is over by its age. Of one without a row nothing was seen for 180 days, or it was ended. */
function rejectOutdated(known: KnownSignIn | undefined, { identity: { signedInAt }, at }: NewSignIn): void {
  const lastUsedAt = known?.last_seen_at ?? signedInAt
  if (signedInAt < daysBefore(at, LONGEST_DAYS) || lastUsedAt < daysBefore(at, UNUSED_DAYS))
    throw new AppError('unauthenticated')
}

/** Deletes sign-ins that were ended, or last used, 180 days ago, and those of a year ago: their tokens are refused by their age. */
export async function deleteOldSignIns(db: Db, now: Date): Promise<void> {
  const unused = daysBefore(now, UNUSED_DAYS)
  await db
    .deleteFrom('sign_ins')
    // there is an index on it
    .where('created_at', '<', unused)
    .where((eb) =>
      eb.or([
        eb('ended_at', '<', unused),
        eb('last_seen_at', '<', unused),
        eb('signed_in_at', '<', daysBefore(now, LONGEST_DAYS)),
      ]),
    )
    .execute()
}
