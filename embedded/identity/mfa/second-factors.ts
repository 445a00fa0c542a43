import type { Db } from '#database/open.ts'
import type { MfaFactorRow } from '#database/rows.ts'
import type { Account } from '../accounts/accounts.ts'
import { type Caller, openSession } from '../accounts/sessions.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'
import type { IdTokenClaims, SecondFactor } from '../tokens/id-tokens.ts'
import {
  digest,
  MFA_PENDING_SECONDS,
  newSecret,
  RECENT_SIGN_IN_SECONDS,
  secondsAfter,
} from '../tokens/secrets.ts'

export function listFactors(db: Db, userId: string): Promise<MfaFactorRow[]> {
  return db
    .selectFrom('identity.mfa_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('enrolled_at')
    .orderBy('id')
    .execute()
}

export async function findFactor(
  db: Db,
  { userId, id }: { userId: string; id: string | null | undefined },
): Promise<MfaFactorRow> {
  check(id, 'MISSING_MFA_ENROLLMENT_ID')
  const factor = (await listFactors(db, userId)).find((one) => one.id === id)
  check(factor, 'MFA_ENROLLMENT_NOT_FOUND')
  return factor
}

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

/** Issues tokens, or a pending credential if the account has a second factor. The account must be locked. */
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

export function continuedSession({ sid, firebase }: IdTokenClaims) {
  const { sign_in_second_factor: kind, second_factor_identifier: id } = firebase
  const secondFactor: SecondFactor | undefined = kind && id ? { kind, id } : undefined
  return { sid, secondFactor }
}

/** Neither a stolen token nor a session from before the second factor may change credentials. */
export async function requireReauthentication(identity: Identity, db: Db, caller: Caller): Promise<void> {
  const age = identity.now().getTime() / 1000 - caller.claims.auth_time
  check(age <= RECENT_SIGN_IN_SECONDS, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  if (continuedSession(caller.claims).secondFactor) return
  check((await listFactors(db, caller.user.id)).length === 0, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
}
