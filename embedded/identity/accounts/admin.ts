import { type Db, inTransaction } from '#database/open.ts'
import type { Identity } from '../identity.ts'
import { createLink, dropAddressChanges } from '../mail-actions/oob-codes.ts'
import { noLaterThanDatabase, NOTICE_CODE_SECONDS as seconds } from '../tokens/secrets.ts'
import { findUser, updateUser } from './accounts.ts'
import { revokeSessions } from './sessions.ts'

export type IdentityAdmin = ReturnType<typeof createAdmin>
type Mailbox = { uid: string; email: string }

export function createAdmin(identity: Identity) {
  const { db, now } = identity
  return {
    verifiedEmails: (uids: string[]) => readVerifiedEmails(db, uids),
    disable: (uid: string) =>
      inTransaction(db, async (trx) => {
        await updateUser(trx, uid, { disabled_at: now() })
        await revokeSessions(trx, uid, now())
      }),
    async enable(uid: string) {
      await db
        .updateTable('identity.users')
        // ID tokens issued before the account was disabled must stay invalid
        .set({ disabled_at: null, valid_since: noLaterThanDatabase(now()) })
        .where('id', '=', uid)
        .where('disabled_at', 'is not', null)
        .execute()
    },
    remove: (uid: string) =>
      inTransaction(db, async (trx) => {
        await trx.deleteFrom('identity.users').where('id', '=', uid).execute()
        await revokeSessions(trx, uid, now())
      }),
    endSession: (uid: string, sid: string) =>
      inTransaction(db, async (trx) => {
        await lockUser(trx, uid)
        await trx
          .updateTable('identity.sessions')
          .set({ revoked_at: now() })
          .where('user_id', '=', uid)
          .where('sid', '=', sid)
          .where('revoked_at', 'is', null)
          .execute()
        // a stolen session may have requested an address change
        await dropAddressChanges(trx, uid)
      }),
    endOtherSessions: (uid: string, sid: string) =>
      inTransaction(db, async (trx) => {
        await lockUser(trx, uid)
        await revokeSessions(trx, uid, now(), { except: sid })
      }),
    async isVerified(trx: Db, { uid, email }: Mailbox) {
      const account = await findUser(trx, { id: uid })
      return account?.email === email && account.email_verified
    },
    async verificationLink(trx: Db, { uid, email }: Mailbox) {
      const account = await findUser(trx, { id: uid })
      if (account?.email !== email || account.email_verified || account.disabled_at) return undefined
      const code = { request_type: 'VERIFY_EMAIL', user_id: uid, email } as const
      // the user did not request the mail and may read it days later
      return { link: await createLink(identity, trx, code, { seconds }), seconds }
    },
  }
}

async function readVerifiedEmails(db: Db, uids: string[]): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map()
  const users = await db
    .selectFrom('identity.users')
    .select(['id', 'email'])
    .where('id', 'in', uids)
    .where('email_verified', '=', true)
    .execute()
  return new Map(users.flatMap(({ id, email }) => (email === null ? [] : [[id, email]])))
}

/** Waits for calls that are about to issue new tokens, so that these are revoked too. */
async function lockUser(trx: Db, uid: string): Promise<void> {
  await findUser(trx, { id: uid }, { lock: true })
}
