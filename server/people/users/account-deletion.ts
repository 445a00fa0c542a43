import { sql } from 'kysely'
import { accountDeletedMail } from '#contract/people/users/mail-texts.ts'
import { AppError } from '#contract/platform/errors.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { recordChange } from '../../platform/audit.ts'
import { EVERY_HOUR, type Job } from '../../platform/jobs/jobs.ts'
import { queueMail } from '../../platform/mail/write-mail.ts'
import { type IdentityAdmin, type Log, lockRoles, requireAnotherAdmin } from './service.ts'

export type PersonalData = {
  /** Locks the rows that may forbid the deletion. Throws if they do. */
  lock(trx: Db, userId: string): Promise<void>
  anonymise(trx: Db, userId: string): Promise<void>
}

const BATCH = 100

/** Deletes an account; its orders and reviews stay, anonymised. Throws `not_found`, `account_disabled`, `last_admin`, `open_orders`, `open_dispute`. */
export function deleteAccount(
  db: Db,
  { uid, at, host }: { uid: string; at: Date; host: string },
  personalData: PersonalData,
): Promise<string> {
  return inTransaction(db, async (trx) => {
    await lockRoles(trx)
    const found = await trx.selectFrom('users').select('id').where('uid', '=', uid).executeTakeFirst()
    if (!found) throw new AppError('not_found')
    // orders before accounts: placing and paying take their locks in that order
    await personalData.lock(trx, found.id)
    const user = await trx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', found.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (user.deleted_at) throw new AppError('not_found')
    if (user.disabled_at) throw new AppError('account_disabled')
    await requireAnotherAdmin(trx, user)
    await personalData.anonymise(trx, user.id)
    await trx.deleteFrom('sign_ins').where('user_id', '=', user.id).execute()
    await trx.deleteFrom('addresses').where('user_id', '=', user.id).execute()
    await trx.deleteFrom('idempotency_keys').where('user_id', '=', user.id).execute()
    await trx
      .updateTable('users')
      .set({ ...ANONYMOUS, disabled_at: at, deleted_at: at })
      .where('id', '=', user.id)
      .execute()
    const values = { field: 'deleted', before: 'false', after: 'true' }
    await recordChange(trx, { at, actorId: user.id, entity: 'user', entityId: user.id, ...values })
    // an unverified address may belong to another person
    if (user.email && user.email_verified)
      await queueMail(trx, { to: user.email, ...accountDeletedMail(host) })
    return user.id
  })
}

const ANONYMOUS = {
  email: null,
  email_verified: false,
  role: 'user',
  display_name: null,
  photo_url: null,
  education: null,
  location: null,
  number: null,
  linkedin: null,
} as const

type RemovalDeps = { db: Db; identity: Pick<IdentityAdmin, 'remove'>; log: Log; now: () => Date }

/** Removes a deleted account at the identity provider. False if the provider failed: the hourly job tries again. */
export async function removeIdentity(
  { db, identity, log, now }: RemovalDeps,
  { id, uid, idToken }: { id: string; uid: string; idToken?: string },
): Promise<boolean> {
  try {
    await identity.remove(uid, idToken)
  } catch (error) {
    log.error({ err: error, userId: id }, 'the identity provider did not remove a deleted account')
    return false
  }
  await db.updateTable('users').set({ identity_removed_at: now() }).where('id', '=', id).execute()
  return true
}

export function accountJobs(deps: RemovalDeps): Job[] {
  return [{ name: 'remove-identities', cron: EVERY_HOUR, run: () => removeDeletedIdentities(deps) }]
}

/** Removes up to a hundred deleted accounts at the identity provider. Throws at its end if one could not be removed. */
export async function removeDeletedIdentities(deps: RemovalDeps): Promise<void> {
  const accounts = await deps.db
    .selectFrom('users')
    .select(['id', 'uid'])
    .where('deleted_at', 'is not', null)
    .where('identity_removed_at', 'is', null)
    // in random order, so that accounts that cannot be removed do not block the others
    .orderBy(sql`random()`)
    .limit(BATCH)
    .execute()
  let failed = 0
  for (const account of accounts) if (!(await removeIdentity(deps, account))) failed += 1
  if (failed > 0) throw new Error(`deleted accounts that the identity provider did not remove: ${failed}`)
}
