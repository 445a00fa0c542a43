import { foldEmail } from '#contract/fields.ts'
import { type Db, openDatabase } from '#database/open.ts'
import { ConfigError, loadEnvironment, readConfig } from './config.ts'
import { changeRole } from './users/service.ts'

const USAGE = 'Usage: npm run admin -- EMAIL [--force]'

/**
 * `npm run admin -- EMAIL`: makes the first admin of a shop, beside a running store or without one.
 * Only an address that its owner has verified, unless `--force` says so.
 */
async function main(): Promise<string> {
  const words = process.argv.slice(2)
  const [address, ...rest] = words.filter((word) => word !== '--force')
  if (!address || rest.length > 0) throw new ConfigError(USAGE)
  const email = foldEmail(address)
  loadEnvironment()
  const config = readConfig()
  const { db, close } = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    join: true,
    log() {},
  })
  try {
    const user = await db
      .selectFrom('users')
      .select(['uid', 'role'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (!user) throw new ConfigError(`${email} has no account yet: register in the store first.`)
    if (user.role === 'admin') return `${email} is an admin already.`
    const isSure =
      words.includes('--force') || (config.identity.mode === 'embedded' && (await isVerified(db, user.uid)))
    if (!isSure) {
      throw new ConfigError(
        `${email} has not been verified: open the link in the verification mail, or add --force.`,
      )
    }
    await changeRole(db, { email, role: 'admin' }, { actorId: null, at: new Date() })
    return `${email} is now an admin.`
  } finally {
    await close()
  }
}

async function isVerified(db: Db, uid: string): Promise<boolean> {
  const user = await db
    .selectFrom('identity.users')
    .select('email_verified')
    .where('id', '=', uid)
    .executeTakeFirst()
  return user?.email_verified ?? false
}

main().then(
  (line) => process.stdout.write(`${line}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
