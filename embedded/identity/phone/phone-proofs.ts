import type { Db } from '#database/open.ts'
import { check } from '../http/toolkit-error.ts'
import { PHONE_PROOF_SECONDS, secondsAfter } from '../tokens/lifetimes.ts'
import { digest, newSecret } from '../tokens/secrets.ts'

type Proof = { phoneNumber: string; at: Date }

/** Makes the single-use proof that the caller reads the messages to this number. */
export async function createPhoneProof(trx: Db, { phoneNumber, at }: Proof): Promise<string> {
  const proof = newSecret()
  await trx
    .insertInto('identity.phone_proofs')
    .values({
      proof_hash: digest(proof),
      phone_number: phoneNumber,
      expires_at: secondsAfter(at, PHONE_PROOF_SECONDS),
    })
    .execute()
  return proof
}

/** Uses a proof up. Error: INVALID_TEMPORARY_PROOF, also for a proof of another number or past its time. */
export async function takePhoneProof(
  trx: Db,
  { proof, phoneNumber, at }: Proof & { proof: string },
): Promise<void> {
  const row = await trx
    .deleteFrom('identity.phone_proofs')
    .where('proof_hash', '=', digest(proof))
    .returningAll()
    .executeTakeFirst()
  check(row && row.phone_number === phoneNumber && row.expires_at > at, 'INVALID_TEMPORARY_PROOF')
}
