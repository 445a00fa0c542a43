import type { Db } from '#database/open.ts'
import type { MfaFactorRow } from '#database/rows.ts'
import type { Account } from '../accounts/accounts.ts'
import { openSession } from '../accounts/sessions.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'
import { type Caller, checkRecentSignIn } from '../tokens/authenticate.ts'
import type { IdTokenClaims, SecondFactor } from '../tokens/id-tokens.ts'
import { MFA_PENDING_SECONDS, secondsAfter } from '../tokens/lifetimes.ts'
import { digest, newSecret } from '../tokens/secrets.ts'

export function listFactors(db: Db, userId: string): Promise<MfaFactorRow[]> {
  return db
    .selectFrom('identity.mfa_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('enrolled_at')
    .orderBy('id')
    .execute()
}

/** Errors: MISSING_MFA_ENROLLMENT_ID, MFA_ENROLLMENT_NOT_FOUND, also for another account's. */
export async function findFactor(
  db: Db,
  { userId, id }: { userId: string; id: string | null | undefined },
): Promise<MfaFactorRow> {
  check(id, 'MISSING_MFA_ENROLLMENT_ID')
  const factor = (await listFactors(db, userId)).find((one) => one.id === id)
  check(factor, 'MFA_ENROLLMENT_NOT_FOUND')
  return factor
}

/** A factor as the toolkit shows it: to its owner whole, else with the number's last four digits. */
export function describeFactor(factor: MfaFactorRow, { whole = false } = {}) {
  const { phone_number: number } = factor
  return {
    mfaEnrollmentId: factor.id,
    displayName: factor.display_name ?? undefined,
    enrolledAt: factor.enrolled_at.toISOString(),
    ...(number
      ? { phoneInfo: whole ? number : `+${'*'.repeat(number.length - 5)}${number.slice(-4)}` }
      : { totpInfo: {} }),
  }
}

/**
 * What a person gets who passed a first factor: tokens, or where the account has a second factor the
 * credential with which to pass it. Call it inside the transaction that holds the account's row.
 */
export async function finishSignIn(
  identity: Identity,
  trx: Db,
  { account, provider }: { account: Account; provider: string },
) {
  const factors = await listFactors(trx, account.user.id)
  if (factors.length === 0) return openSession(identity, trx, { account, provider })
  const credential = newSecret()
  await trx
    .insertInto('identity.mfa_pending')
    .values({
      credential_hash: digest(credential),
      user_id: account.user.id,
      provider,
      expires_at: secondsAfter(identity.now(), MFA_PENDING_SECONDS),
    })
    .execute()
  return { mfaPendingCredential: credential, mfaInfo: factors.map((factor) => describeFactor(factor)) }
}

/** What goes on when the caller gets fresh tokens: the sign-in, and the second factor it passed. */
export function continuing({ sid, firebase }: IdTokenClaims): { sid?: string; secondFactor?: SecondFactor } {
  const { sign_in_second_factor: kind, second_factor_identifier: id } = firebase
  return { ...(sid ? { sid } : {}), ...(kind && id ? { secondFactor: { kind, id } } : {}) }
}

/**
 * What changes who gets into the account wants a sign-in of a moment ago, and where the account has a second factor one
 * that passed it: neither a stolen token nor a sign-in from before the factor may get round it.
 * Error: CREDENTIAL_TOO_OLD_LOGIN_AGAIN.
 */
export async function checkProof(identity: Identity, db: Db, caller: Caller): Promise<void> {
  checkRecentSignIn(identity, caller)
  if (continuing(caller.claims).secondFactor) return
  check((await listFactors(db, caller.user.id)).length === 0, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
}
