import { sampleAdmin } from '#contract/users/sample-admin.ts'
import type { Db } from '#database/open.ts'
import { ConfigError } from '../config.ts'

/** The sample admin's password is public: a real shop does not start with it. Throws `ConfigError`. */
export async function refuseSampleAdmin(db: Db): Promise<void> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', sampleAdmin.email)
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!admin) return
  throw new ConfigError(
    `This database is a demo's: its sample admin ${sampleAdmin.email} has a password that everybody knows. Remove that account in the demo, or name another database.`,
  )
}
