import type { Db } from '#database/open.ts'
import { check } from '../http/toolkit-error.ts'
import { PHONE_PROOF_SECONDS, secondsAfter } from '../tokens/lifetimes.ts'
import { digest, newSecret } from '../tokens/secrets.ts'

type Proof = { phoneNumber: string; at: Date }

/** Creates a single-use token: the caller has access to the number. */
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

/** Consumes a token. Error: INVALID_TEMPORARY_PROOF, also for another number and after expiry. */
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
