import { normaliseEmail } from '#contract/platform/fields.ts'
import type { Db } from '#database/open.ts'
import { changeRole } from '../people/users/service.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import { runCommand, type Store } from './command.ts'

const USAGE = 'Usage: npm run admin -- EMAIL [--force]'

type Arguments = { email: string; force: boolean }

function readArguments(words: string[]): Arguments {
  const [address, ...rest] = words.filter((word) => word !== '--force')
  if (!address || rest.length > 0) throw new ConfigError(USAGE)
  return { email: normaliseEmail(address), force: words.includes('--force') }
}

/** `npm run admin -- EMAIL`: makes an account an admin. Its address must be verified at the embedded provider, unless `--force` is given. */
async function makeAdmin({ db, config }: Store, { email, force }: Arguments): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select(['uid', 'role'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user) throw new ConfigError(`${email} has no account yet: register in the store first.`)
  if (user.role === 'admin') return `${email} is an admin already.`
  const mayPromote = force || (config.identity.mode === 'embedded' && (await isVerified(db, user.uid)))
  if (!mayPromote) {
    throw new ConfigError(
      `${email} is not known to be verified: open the link in the verification mail (embedded provider only), or add --force.`,
    )
  }
  await changeRole(db, { email, role: 'admin' }, { actorId: null, at: new Date() })
  return `${email} is now an admin.`
}

async function isVerified(db: Db, uid: string): Promise<boolean> {
  const user = await db
    .selectFrom('identity.users')
    .select('email_verified')
    .where('id', '=', uid)
    .executeTakeFirst()
  return user?.email_verified ?? false
}

await runCommand(readArguments, makeAdmin)
