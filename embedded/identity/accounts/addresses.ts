import { addressChangedMail, addressGoneMail } from '#contract/people/sign-in/identity-texts.ts'
import type { Db } from '#database/open.ts'
import type { IdentityUserRow } from '#database/rows.ts'
import { check } from '../http/toolkit-error.ts'
import { hostOf, type Identity } from '../identity.ts'
import { createLink, type OobCode } from '../mail-actions/oob-codes.ts'
import { dropRecoveryCodes } from '../mfa/second-factors.ts'
import { NOTICE_CODE_SECONDS } from '../tokens/secrets.ts'
import { findUser, updateUser } from './accounts.ts'
import { endSignIns } from './sessions.ts'

export type AddressChange = {
  user: IdentityUserRow
  email: string
  isVerified: boolean
  notifies: boolean
  continuedSid?: string | undefined
}

/**
 * Ends the sessions. A verified old address gets a link that reverts the change, since an attacker may have made it; an
 * unverified one gets a notice if `notifies`. Error: EMAIL_EXISTS.
 */
export async function changeAddress(identity: Identity, trx: Db, change: AddressChange): Promise<void> {
  const { user, email } = change
  check(!(await findUser(trx, { email })), 'EMAIL_EXISTS')
  await setAddress(identity, trx, change)
  if (!user.email || !user.email_verified) return notifyOldAddress(identity, trx, change)
  const code = {
    request_type: 'RECOVER_EMAIL',
    user_id: user.id,
    email: user.email,
    new_email: email,
  } as const
  const link = await createLink(identity, trx, code, { seconds: NOTICE_CODE_SECONDS })
  await identity.sendMail(trx, {
    to: user.email,
    ...addressChangedMail(hostOf(identity), { newEmail: email, link }),
    secretSeconds: NOTICE_CODE_SECONDS,
  })
}

/** Restores the address of an account; another account that has it unverified loses it. Error: EMAIL_EXISTS. */
export async function recoverAddress(
  identity: Identity,
  trx: Db,
  { user, code, notifies }: Pick<AddressChange, 'user' | 'notifies'> & { code: OobCode & { email: string } },
): Promise<void> {
  const { email } = code
  const change = { user, email, isVerified: true, notifies }
  await releaseUnverifiedAddress(identity, trx, change)
  const owner = await findUser(trx, { email })
  check(!owner || owner.id === user.id, 'EMAIL_EXISTS')
  // links of later changes, which an attacker may have made, must not revert this one
  await trx
    .deleteFrom('identity.oob_codes')
    .where('user_id', '=', user.id)
    .where('request_type', '=', 'RECOVER_EMAIL')
    .where('expires_at', '>=', code.expires_at)
    .execute()
  await setAddress(identity, trx, change)
  await notifyOldAddress(identity, trx, change)
}

async function notifyOldAddress(identity: Identity, trx: Db, { user, email, notifies }: AddressChange) {
  if (!notifies || !user.email || user.email === email) return
  await identity.sendMail(trx, { to: user.email, ...addressGoneMail(hostOf(identity)) })
}

async function setAddress(identity: Identity, trx: Db, change: AddressChange) {
  const { user, email, isVerified, continuedSid } = change
  await updateUser(trx, user.id, { email, email_verified: isVerified, email_link: false })
  await endSignIns(identity, trx, { userId: user.id, continuedSid })
}

async function releaseUnverifiedAddress(identity: Identity, trx: Db, { user, email }: AddressChange) {
  const registrant = await trx
    .updateTable('identity.users')
    .set({ email: null, password_hash: null, password_updated_at: null })
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .where('id', '!=', user.id)
    .returning('id')
    .executeTakeFirst()
  if (registrant) await endSignIns(identity, trx, { userId: registrant.id })
}

const ACCESS_TABLES = [
  'identity.user_providers',
  'identity.mfa_factors',
  'identity.mfa_enrollments',
  'identity.sms_codes',
  'identity.oob_codes',
] as const

/**
 * Marks the address as verified and removes all earlier access, which may be that of an attacker who registered the
 * account and waits for the owner of the address (account pre-hijacking).
 */
export async function removeUnverifiedAccess(identity: Identity, trx: Db, userId: string): Promise<void> {
  for (const table of ACCESS_TABLES) await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  await dropRecoveryCodes(trx, userId)
  const noPassword = { password_hash: null, password_updated_at: null }
  await updateUser(trx, userId, { email_verified: true, phone_number: null, ...noPassword })
  await endSignIns(identity, trx, { userId })
}
