import type { FastifyInstance } from 'fastify'
import type { Db } from '#database/open.ts'
import type { Identity } from '../identity.ts'
import { secondsAfter } from '../tokens/lifetimes.ts'
import { deleteRetiredKeys } from '../tokens/signing-keys.ts'

const DAY_SECONDS = 86_400
const EVERY_MS = 3_600_000
/** After this time a revoked token is answered as unknown instead of expired. */
const REVOKED_DAYS = 180

/** Deletes expired rows: failed attempts, codes, grants, retired keys and revoked sessions. */
export async function cleanUp(db: Db, at: Date): Promise<void> {
  const yesterday = secondsAfter(at, -DAY_SECONDS)
  const longAgo = secondsAfter(at, -DAY_SECONDS * REVOKED_DAYS)
  await db.deleteFrom('identity.attempts').where('last_at', '<', yesterday).execute()
  await db.deleteFrom('identity.oob_codes').where('expires_at', '<', yesterday).execute()
  await db.deleteFrom('identity.idp_codes').where('expires_at', '<', at).execute()
  await db.deleteFrom('identity.sms_codes').where('expires_at', '<', yesterday).execute()
  await db.deleteFrom('identity.mfa_enrollments').where('expires_at', '<', yesterday).execute()
  await db.deleteFrom('identity.mfa_pending').where('expires_at', '<', at).execute()
  await db.deleteFrom('identity.phone_proofs').where('expires_at', '<', at).execute()
  await db.deleteFrom('identity.idp_grants').where('expires_at', '<', at).execute()
  await db.deleteFrom('identity.oauth_flows').where('expires_at', '<', at).execute()
  await deleteRetiredKeys(db, yesterday)
  await db.deleteFrom('identity.sessions').where('revoked_at', '<', longAgo).execute()
}

/** Cleans up every hour; several instances may do so at once. */
export function cleanUpHourly(scope: FastifyInstance, { db, now }: Identity): void {
  const timer = setInterval(() => {
    cleanUp(db, now()).catch((error: unknown) => scope.log.warn({ err: error }, 'identity: clean-up failed'))
  }, EVERY_MS)
  timer.unref()
  scope.addHook('onClose', async () => clearInterval(timer))
}
