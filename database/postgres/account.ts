import { spawnSync } from 'node:child_process'
import { existsSync, lchownSync, lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseStartError } from '../start-error.ts'

export type Account = {
  prefix: string[]
  owner: { uid: number; gid: number } | undefined
  /** Whether the kernel stops the server when this process ends. */
  endsWithStore: boolean
}

const ROOT = { uid: 0, gid: 0 }
const DEATH_SIGNAL = ['--pdeathsig', 'INT']
export const UNPRIVILEGED = { uid: 65534, gid: 65534 }

/**
 * The current user; for root the first that works of the data's owner, a user namespace (files stay owned by root)
 * and uid 65534 (files change owner). Throws `DatabaseStartError`.
 */
export function chooseAccount(postgres: string, data: string): Account {
  const deathSignal = deathSignalPrefix()
  const endsWithStore = deathSignal.length > 0
  if (process.getuid?.() !== 0) return { prefix: deathSignal, owner: undefined, endsWithStore }
  const { uid, gid } = UNPRIVILEGED
  const namespace = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, ...deathSignal]
  const candidates: Account[] = [
    ...ownerOf(data).map((owner) => ({ prefix: switchTo(owner), owner, endsWithStore: true })),
    { prefix: namespace, owner: ROOT, endsWithStore },
    { prefix: switchTo(UNPRIVILEGED), owner: UNPRIVILEGED, endsWithStore: true },
  ]
  const account = candidates.find(({ prefix }) => canRun(prefix, postgres, path.dirname(data)))
  if (account) return account
  throw new DatabaseStartError(
    'PostgreSQL does not run as root, and root cannot switch to another account on this machine' +
      ' (neither unshare nor setpriv works). Start the store as an ordinary user, or set DATABASE_URL.',
  )
}

/** Changes the owner of a folder and its contents; of the folder last, so that an interrupted change is repeated. */
export function changeOwner(account: Account, folder: string): void {
  const owner = account.owner
  if (!owner || lstatSync(folder).uid === owner.uid) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const entryPath = path.join(folder, entry.name)
    if (entry.isDirectory()) changeOwner(account, entryPath)
    else lchownSync(entryPath, owner.uid, owner.gid)
  }
  lchownSync(folder, owner.uid, owner.gid)
}

function deathSignalPrefix(): string[] {
  const prefix = ['setpriv', ...DEATH_SIGNAL]
  return process.platform === 'linux' && runCommand([...prefix, 'true']) ? prefix : []
}

function ownerOf(data: string): { uid: number; gid: number }[] {
  if (!existsSync(data)) return []
  const { uid, gid } = lstatSync(data)
  return uid === ROOT.uid || uid === UNPRIVILEGED.uid ? [] : [{ uid, gid }]
}

/** Switches the account, but keeps the capability to reach programs and data in folders closed to it. */
function switchTo({ uid, gid }: { uid: number; gid: number }): string[] {
  return [
    'setpriv',
    '--securebits=+no_setuid_fixup',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    ...DEATH_SIGNAL,
  ]
}

function canRun(prefix: string[], postgres: string, folder: string): boolean {
  return runCommand([...prefix, 'sh', '-c', 'cd "$1" && exec "$0" --version', postgres, folder])
}

export function runCommand([command = '', ...args]: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
