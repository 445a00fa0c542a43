import { addressChangedMail, addressGoneMail } from '#contract/messages/account/identity.ts'
import type { Db } from '#database/open.ts'
import type { IdentityUserRow } from '#database/rows.ts'
import { check } from '../http/toolkit-error.ts'
import { hostOf, type Identity } from '../identity.ts'
import { linkTo } from '../mail-actions/mail-links.ts'
import { createCode, type OobCode } from '../mail-actions/oob-codes.ts'
import { NOTICE_CODE_SECONDS, wholeSecond } from '../tokens/lifetimes.ts'
import { findAccount } from './accounts.ts'
import { endSignIns } from './sessions.ts'

type Change = {
  user: IdentityUserRow
  email: string
  isProven: boolean
  /** What `mayTell` answered. */
  tells: boolean
  /** The `sid` of the sign-in that gets fresh tokens in the same transaction. */
  goesOn?: string | undefined
}

/**
 * Gives the account another address and ends its sessions. The old address is told. One that was proven gets a
 * link that takes the change back, which a thief may have made; any other may be a stranger's, mistyped at the start,
 * and reads neither a link nor the new address. Error: EMAIL_EXISTS.
 */
export async function changeAddress(identity: Identity, trx: Db, change: Change): Promise<void> {
  const { user, email } = change
  check(!(await findAccount(trx, { email })), 'EMAIL_EXISTS')
  await setAddress(identity, trx, change)
  if (!user.email || !user.email_verified) return tellGone(identity, trx, change)
  const code = {
    request_type: 'RECOVER_EMAIL',
    user_id: user.id,
    email: user.email,
    new_email: email,
  } as const
  const secret = await createCode(trx, code, { at: identity.now(), seconds: NOTICE_CODE_SECONDS })
  const link = linkTo(identity, { mode: 'recoverEmail', secret })
  await identity.sendMail(trx, {
    to: user.email,
    ...addressChangedMail(hostOf(identity), { newEmail: email, link }),
    secretSeconds: NOTICE_CODE_SECONDS,
  })
}

/**
 * Gives the account its old address back, whatever it has become since, but never past a proven owner: `handOver` voids
 * the code. The address that it takes away is told. Error: EMAIL_EXISTS.
 */
export async function recoverAddress(
  identity: Identity,
  trx: Db,
  { user, code, tells }: Pick<Change, 'user' | 'tells'> & { code: OobCode & { email: string } },
): Promise<void> {
  await freeUnproven(identity, trx, { email: code.email, except: user.id })
  const owner = await findAccount(trx, { email: code.email })
  check(!owner || owner.user.id === user.id, 'EMAIL_EXISTS')
  // a thief's later change must not be "recovered" over this one; an earlier one of the owner may
  await trx
    .deleteFrom('identity.oob_codes')
    .where('user_id', '=', user.id)
    .where('request_type', '=', 'RECOVER_EMAIL')
    .where('expires_at', '>=', code.expires_at)
    .execute()
  const change = { user, email: code.email, isProven: true, tells }
  await setAddress(identity, trx, change)
  await tellGone(identity, trx, change)
}

async function tellGone(identity: Identity, trx: Db, { user, email, tells }: Change): Promise<void> {
  if (!tells || !user.email || user.email === email) return
  await identity.sendMail(trx, { to: user.email, ...addressGoneMail(hostOf(identity)) })
}

async function setAddress(
  identity: Identity,
  trx: Db,
  { user, email, isProven, goesOn }: Change,
): Promise<void> {
  const at = identity.now()
  await trx
    .updateTable('identity.users')
    .set({ email, email_verified: isProven, email_link: false, valid_since: wholeSecond(at) })
    .where('id', '=', user.id)
    .execute()
  await endSignIns(identity, trx, { userId: user.id, goesOn })
}

/** Whoever registered the address meanwhile without proving it must not keep its owner out. */
async function freeUnproven(
  identity: Identity,
  trx: Db,
  { email, except }: { email: string; except: string },
): Promise<void> {
  const squatter = await trx
    .updateTable('identity.users')
    .set({ email: null, password_hash: null, password_updated_at: null })
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .where('id', '!=', except)
    .returning('id')
    .executeTakeFirst()
  if (squatter) await endSignIns(identity, trx, { userId: squatter.id })
}
