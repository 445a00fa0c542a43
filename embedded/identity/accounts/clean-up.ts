import type { FastifyInstance } from 'fastify'
import type { Db } from '#database/open.ts'
import type { Identity } from '../identity.ts'
import { secondsAfter } from '../tokens/secrets.ts'
import { deleteUnseenClients } from './known-clients.ts'
import { sessionLimits } from './sessions.ts'

const DAY_SECONDS = 86_400
const EVERY_MS = 3_600_000
/** A revoked refresh token is reported as expired, after this time as unknown. */
const REVOKED_DAYS = 180

/** Codes and enrollments are reported as expired for a day after their expiry, then as unknown. */
const REPORTED_FOR_A_DAY = ['identity.oob_codes', 'identity.sms_codes', 'identity.mfa_enrollments'] as const
const DELETED_ON_EXPIRY = [
  'identity.idp_codes',
  'identity.mfa_pending',
  'identity.phone_proofs',
  'identity.idp_grants',
  'identity.oauth_flows',
] as const

export async function cleanUp(db: Db, at: Date): Promise<void> {
  const yesterday = secondsAfter(at, -DAY_SECONDS)
  for (const table of REPORTED_FOR_A_DAY)
    await db.deleteFrom(table).where('expires_at', '<', yesterday).execute()
  for (const table of DELETED_ON_EXPIRY) await db.deleteFrom(table).where('expires_at', '<', at).execute()
  await db.deleteFrom('identity.attempts').where('last_at', '<', yesterday).execute()
  await db.deleteFrom('identity.signing_keys').where('retired_at', '<', yesterday).execute()
  await deleteSessions(db, at)
  await deleteUnseenClients(db, at)
}

/** Those that ended unused or after a year are deleted at once: the SDK signs out on any error when a page loads. */
async function deleteSessions(db: Db, at: Date): Promise<void> {
  const { unused, opened } = sessionLimits(at)
  const revoked = secondsAfter(at, -DAY_SECONDS * REVOKED_DAYS)
  await db
    .deleteFrom('identity.sessions')
    // none is younger, and there is an index on it
    .where('created_at', '<', new Date(Math.max(unused.getTime(), revoked.getTime())))
    .where((eb) =>
      eb.or([eb('revoked_at', '<', revoked), eb('last_used_at', '<', unused), eb('created_at', '<', opened)]),
    )
    .execute()
}

export function cleanUpHourly(scope: FastifyInstance, { db, now }: Identity): void {
  const timer = setInterval(() => {
    cleanUp(db, now()).catch((error: unknown) => scope.log.warn({ err: error }, 'identity: clean-up failed'))
  }, EVERY_MS)
  timer.unref()
  scope.addHook('onClose', async () => clearInterval(timer))
}
