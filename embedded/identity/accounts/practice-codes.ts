import { practiceCodeMail } from '#contract/messages/account/identity.ts'
import { inTransaction } from '#database/open.ts'
import { hostOf, type Identity } from '../identity.ts'
import { PRACTICE_CODE_SECONDS, secondsAfter } from '../tokens/lifetimes.ts'
import { digest, newMailCode, newSecret } from '../tokens/secrets.ts'

/** Guesses at one six-digit code. */
const TRIES = 5

type Mailbox = { email: string; nonce: string }

/** Mails a six-digit code to the address; answers the id under which it is checked. */
export async function sendPracticeCode(identity: Identity, { email, nonce }: Mailbox): Promise<string> {
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
        expires_at: secondsAfter(at, PRACTICE_CODE_SECONDS),
      })
      .execute()
    await identity.sendMail(trx, {
      to: email,
      ...practiceCodeMail(hostOf(identity), code),
      secretSeconds: PRACTICE_CODE_SECONDS,
    })
  })
  return id
}

/** Whether the code shows that this window's person reads this mailbox; a right code is used up. */
export async function takePracticeCode(
  identity: Identity,
  { id, code, email, nonce }: Mailbox & { id: string; code: string },
): Promise<boolean> {
  // counting and reading in one statement: parallel guesses count too
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
