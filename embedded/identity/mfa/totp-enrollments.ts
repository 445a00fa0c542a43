import type { Selectable } from 'kysely'
import type { Tables } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'
import { decrypt, encrypt } from '../tokens/encryption.ts'
import { MFA_ENROLLMENT_SECONDS, secondsAfter } from '../tokens/lifetimes.ts'
import { digest, newSecret } from '../tokens/secrets.ts'
import { matchStep, TOTP, toBase32 } from './totp.ts'

/** Guesses per enrolment; a constraint of the table has the same limit. */
const TRIES = 5

type Enrollment = Selectable<Tables['identity.mfa_enrollments']>
type Answer = { sessionInfo?: string | null | undefined; verificationCode?: string | null | undefined }

/** Stores a secret until a code confirms it, and returns it in the toolkit's format. */
export async function createTotpEnrollment(
  identity: Identity,
  { userId, secret }: { userId: string; secret: Buffer },
): Promise<object> {
  const sessionInfo = newSecret()
  const expiresAt = secondsAfter(identity.now(), MFA_ENROLLMENT_SECONDS)
  await identity.db
    .insertInto('identity.mfa_enrollments')
    .values({
      session_hash: digest(sessionInfo),
      user_id: userId,
      secret: encrypt(identity, userId, secret),
      expires_at: expiresAt,
    })
    .execute()
  return {
    totpSessionInfo: {
      ...TOTP,
      sharedSecretKey: toBase32(secret),
      sessionInfo,
      finalizeEnrollmentTime: expiresAt.toISOString(),
    },
  }
}

/**
 * Checks a code without consuming the enrolment; every guess counts. Errors: MISSING_SESSION_INFO,
 * MISSING_CODE, INVALID_SESSION_INFO, SESSION_EXPIRED, INVALID_CODE.
 */
export async function checkTotpEnrollment(
  identity: Identity,
  userId: string,
  { sessionInfo, verificationCode }: Answer,
): Promise<{ enrollment: Enrollment; step: number }> {
  check(sessionInfo, 'MISSING_SESSION_INFO')
  check(verificationCode, 'MISSING_CODE')
  const enrollment = await identity.db
    .updateTable('identity.mfa_enrollments')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('session_hash', '=', digest(sessionInfo))
    .where('user_id', '=', userId)
    .where('tries', '<', TRIES)
    .where('expires_at', '>', identity.now())
    .returningAll()
    .executeTakeFirst()
  if (!enrollment) {
    const known = await identity.db
      .selectFrom('identity.mfa_enrollments')
      .select('session_hash')
      .where('session_hash', '=', digest(sessionInfo))
      .where('user_id', '=', userId)
      .executeTakeFirst()
    check(!known, 'SESSION_EXPIRED')
    check(false, 'INVALID_SESSION_INFO')
  }
  const step = matchStep(decrypt(identity, userId, enrollment.secret), verificationCode, identity.now())
  check(step !== undefined, 'INVALID_CODE')
  return { enrollment, step }
}

/** Consumes an enrolment; of concurrent calls one succeeds. Error: INVALID_SESSION_INFO. */
export async function useTotpEnrollment(trx: Db, { session_hash }: Enrollment): Promise<void> {
  const used = await trx
    .deleteFrom('identity.mfa_enrollments')
    .where('session_hash', '=', session_hash)
    .returning('session_hash')
    .executeTakeFirst()
  check(used, 'INVALID_SESSION_INFO')
}
