import { demoCodeMail } from '#contract/messages/account/identity.ts'
import { inTransaction } from '#database/open.ts'
import { hostOf, type Identity } from '../identity.ts'
import { DEMO_CODE_SECONDS, secondsAfter } from '../tokens/lifetimes.ts'
import { digest, newMailCode, newSecret } from '../tokens/secrets.ts'

/** Guesses at one six-digit code. */
const TRIES = 5

type Mailbox = { email: string; nonce: string }

/** Mails a six-digit code to the address; returns the id under which it is checked. */
export async function sendDemoCode(identity: Identity, { email, nonce }: Mailbox): Promise<string> {
  const id = newSecret()
  const code = newMailCode()
  const at = identity.now()
  await inTransaction(identity.db, async (trx) => {
    await trx
      .insertInto('identity.idp_codes')
      .values({
        id,
        nonce_hash: digest(nonce),
        email,
        code_hash: digest(id, code),
        expires_at: secondsAfter(at, DEMO_CODE_SECONDS),
      })
      .execute()
    await identity.sendMail(trx, {
      to: email,
      ...demoCodeMail(hostOf(identity), code),
      secretSeconds: DEMO_CODE_SECONDS,
    })
  })
  return id
}

/** Whether the code is right for this popup and mailbox; a right code is used up. */
export async function takeDemoCode(
  identity: Identity,
  { id, code, email, nonce }: Mailbox & { id: string; code: string },
): Promise<boolean> {
  // counted and read in one statement, so that concurrent guesses count too
  const row = await identity.db
    .updateTable('identity.idp_codes')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', TRIES)
    .where('expires_at', '>', identity.now())
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  const isRight =
    row.code_hash === digest(id, code) && row.email === email && row.nonce_hash === digest(nonce)
  if (!isRight) return false
  const used = await identity.db
    .deleteFrom('identity.idp_codes')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
