import { spawnSync } from 'node:child_process'
import { existsSync, lchownSync, lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseStartError } from '../start-error.ts'

/** As whom PostgreSQL runs: it refuses root, so that root lends it another account. */
export type Account = {
  /** What stands before a PostgreSQL command. */
  prefix: string[]
  /** Who must own its files; undefined: we ourselves, nothing to change. */
  owner: { uid: number; gid: number } | undefined
  /** Whether the kernel ends PostgreSQL when this process is killed. */
  endsWithUs: boolean
}

const ROOT = { uid: 0, gid: 0 }
const NOBODY = { uid: 65534, gid: 65534 }

/**
 * Chooses as whom to run PostgreSQL, by trying: as ourselves; or, being root, as the owner of data that a user
 * made, in a user namespace (the files stay root's), or as nobody (the files become nobody's).
 * @throws Error that says what to do where the machine allows none of them
 */
export function chooseAccount(postgres: string, data: string): Account {
  const guard = deathGuard()
  const endsWithUs = guard.length > 0
  if (process.getuid?.() !== 0) return { prefix: guard, owner: undefined, endsWithUs }
  const ways: Account[] = [
    ...userOf(data).map((owner) => ({ prefix: lend(owner), owner, endsWithUs: true })),
    {
      prefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534', ...guard],
      owner: ROOT,
      endsWithUs,
    },
    { prefix: lend(NOBODY), owner: NOBODY, endsWithUs: true },
  ]
  const way = ways.find(({ prefix }) => canRun(prefix, postgres, path.dirname(data)))
  if (way) return way
  throw new DatabaseStartError(
    'PostgreSQL does not run as root, and this machine lets root lend it no other account' +
      ' (neither unshare nor setpriv works). Start the store as an ordinary user, or set DATABASE_URL.',
  )
}

/** Gives a folder and all in it to the account; the folder itself last, so that an interrupted change is made again. */
export function giveTo(account: Account, folder: string): void {
  const owner = account.owner
  if (!owner || lstatSync(folder).uid === owner.uid) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) giveTo(account, place)
    else lchownSync(place, owner.uid, owner.gid)
  }
  lchownSync(folder, owner.uid, owner.gid)
}

/** A killed process stops nothing: the kernel then tells PostgreSQL to end (SIGINT is its fast, clean way). */
function deathGuard(): string[] {
  const guard = ['setpriv', '--pdeathsig', 'INT']
  return process.platform === 'linux' && succeeds([...guard, 'true']) ? guard : []
}

/** The ordinary user whose data it is: he can go on with it after root has. */
function userOf(data: string): { uid: number; gid: number }[] {
  if (!existsSync(data)) return []
  const { uid, gid } = lstatSync(data)
  return uid === ROOT.uid || uid === NOBODY.uid ? [] : [{ uid, gid }]
}

/** Another account that keeps one power of root's: to reach programs and data in folders closed to it. */
function lend({ uid, gid }: { uid: number; gid: number }): string[] {
  return [
    'setpriv',
    '--securebits=+no_setuid_fixup',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--pdeathsig',
    'INT',
  ]
}

function canRun(prefix: string[], postgres: string, folder: string): boolean {
  return succeeds([...prefix, 'sh', '-c', 'cd "$1" && exec "$0" --version', postgres, folder])
}

function succeeds([command = '', ...args]: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
