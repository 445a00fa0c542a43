import { AppError } from '#contract/errors.ts'
import { accountDeletedMail } from '#contract/messages/mails/account-mails.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { recordChange } from '../audit/record.ts'
import { sendMail } from '../mail/outbox.ts'
import { requireAnotherAdmin, takeTurn } from './roles.ts'
import type { IdentityAdmin, Log } from './service.ts'

/** What other parts of the store hold of a person. */
export type Belongings = {
  /** Locks what may prevent the deletion, and throws where it does. */
  hold(trx: Db, userId: string): Promise<void>
  /** Looks again, since the account can get nothing new any more, then takes the person out of it. */
  forget(trx: Db, userId: string): Promise<void>
}

/** Removed at the provider in one run. */
const BATCH = 100

/**
 * Deletes an account: its personal data goes, its orders stay without a name. Answers the account's id.
 * Throws `not_found`, `account_disabled`, `last_admin`, and what `belongings` throw.
 */
export function leaveStore(
  db: Db,
  { uid, at, host }: { uid: string; at: Date; host: string },
  belongings: Belongings,
): Promise<string> {
  return inTransaction(db, async (trx) => {
    await takeTurn(trx)
    const found = await trx.selectFrom('users').select('id').where('uid', '=', uid).executeTakeFirst()
    if (!found) throw new AppError('not_found')
    // orders before accounts, as everywhere: placing and paying lock them in that order, too
    await belongings.hold(trx, found.id)
    const user = await trx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', found.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (user.deleted_at) throw new AppError('not_found')
    if (user.disabled_at) throw new AppError('account_disabled')
    await requireAnotherAdmin(trx, user)
    await belongings.forget(trx, user.id)
    await trx.deleteFrom('sign_ins').where('user_id', '=', user.id).execute()
    await trx.deleteFrom('idempotency_keys').where('user_id', '=', user.id).execute()
    await trx
      .updateTable('users')
      .set({ ...nobody, disabled_at: at, deleted_at: at })
      .where('id', '=', user.id)
      .execute()
    const change = { at, actorId: user.id, entity: 'user', entityId: user.id } as const
    await recordChange(trx, { ...change, field: 'deleted', before: 'false', after: 'true' })
    // an unproven address may belong to another person
    if (user.email && user.email_verified)
      await sendMail(trx, { to: user.email, ...accountDeletedMail(host) })
    return user.id
  })
}

const nobody = {
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

type Leaver = { id: string; uid: string; idToken?: string }
type Provider = { db: Db; identity: Pick<IdentityAdmin, 'remove'>; log: Log; now: () => Date }

/** Removes the provider's account of a deleted account; what fails is tried again each hour. */
export async function removeIdentity(
  { db, identity, log, now }: Provider,
  { id, uid, idToken }: Leaver,
): Promise<void> {
  try {
    await identity.remove(uid, idToken)
  } catch (error) {
    log.error({ err: error, userId: id }, 'the identity provider did not remove a deleted account')
    return
  }
  await db.updateTable('users').set({ identity_removed_at: now() }).where('id', '=', id).execute()
}

/** For the job: the accounts of those who left that the provider still has. */
export async function removeLeftIdentities(provider: Provider): Promise<void> {
  const leavers = await provider.db
    .selectFrom('users')
    .select(['id', 'uid'])
    .where('deleted_at', 'is not', null)
    .where('identity_removed_at', 'is', null)
    .orderBy('deleted_at')
    .limit(BATCH)
    .execute()
  for (const leaver of leavers) await removeIdentity(provider, leaver)
}
