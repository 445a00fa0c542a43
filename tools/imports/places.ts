/** Where a file stands: its side (the first folder), its room (a noun, a feature, a shared folder) and its floor. */
export type Place = { side: string; room: string; floor: number }

/** Rooms that every noun of the server may use, and every feature of the pages. */
const SHARED: Record<string, string[]> = {
  server: ['config.ts', 'config-values.ts', 'auth', 'http', 'cache', 'mail', 'metrics', 'audit'],
  web: ['api', 'ui', 'layout', 'styles', 'fonts'],
}
/** The session of a tab belongs to the accounts, and every page may ask it who is signed in. */
const SESSION = 'web/account/session/'
const TOP = [
  'server/main.ts',
  'server/admin.ts',
  'server/export.ts',
  'server/import.ts',
  'server/reconcile.ts',
  'server/rotate-keys.ts',
  'server/upgrade-database.ts',
  'server/command.ts',
  'server/compose.ts',
]
const GROUND = { contract: -1, drawings: -1, database: 0, embedded: 1 }

/** The floor plan of ARCHITECTURE.md: imports go down, or stay in their room. */
export function placeOf(file: string): Place {
  const [side = '', room = ''] = file.split('/')
  if (isTest(file) || TOP.includes(file)) return { side, room, floor: 3 }
  if (side === 'server' || side === 'web') {
    if (SHARED[side]?.includes(room) || file.startsWith(SESSION)) return { side, room, floor: 0 }
    // a file that stands directly in the folder puts the rooms together, and so do the jobs
    const composes = file.split('/').length === 2 || (side === 'server' && room === 'jobs')
    return { side, room, floor: composes ? 2 : 1 }
  }
  const floor = Object.entries(GROUND).find(([name]) => name === side)?.[1]
  return { side, room, floor: floor ?? 3 }
}

/** Tests import whatever they test, and nothing but tests imports them. */
export function isTest(file: string): boolean {
  return /^(tests|bench)\//.test(file) || /\.test\.\w+$/.test(file)
}
