import path from 'node:path'
import type { Import, Source } from './read-imports.ts'

export type Violation = { file: string; line: number; rule: string }

/** A file, its top folder (side), the folder or file in it (a noun, a feature), and its layer. */
type Place = { file: string; side: string; noun: string; layer: number }

/** Folders and files of layer 0: every noun of the server, or feature of the pages, may import them. */
const SHARED: Record<string, string[]> = {
  server: ['config.ts', 'config-values.ts', 'auth', 'http', 'cache', 'mail', 'jobs', 'metrics', 'audit'],
  web: ['api', 'ui', 'layout', 'styles', 'fonts'],
}
/** Part of the feature `account`, but every feature may import it to know who is signed in. */
const SESSION = 'web/account/session/'
const PROGRAMS = [
  'server/main.ts',
  'server/admin.ts',
  'server/export.ts',
  'server/import.ts',
  'server/check-ledger.ts',
  'server/rotate-keys.ts',
  'server/command.ts',
  'server/compose.ts',
]
const TOP_LAYER = 3
const LAYERS: Record<string, number> = { contract: -1, drawings: -1, database: 0, embedded: 1 }
const NOUN_ORDER: Record<string, string[]> = {
  payments: ['orders', 'products'],
  orders: ['products', 'users'],
}
/** Names without a subject, of a file or a folder; all but the last two also as the end of a name (`date-utils`). */
const FORBIDDEN_NAMES = /^(?:.*-)?(?:utils?|helpers?|misc|common)$|^(?:types|index)$/i
const MAX_MODULES = 25
const PACKAGES: Record<string, { allowed: RegExp; rule: string }> = {
  drawings: { allowed: /^$/, rule: 'drawings import no package: they run in the browser and on the server' },
  contract: { allowed: /^zod$/, rule: 'contract imports zod only' },
  database: {
    allowed: /^(node:.+|kysely|pg|pg-copy-streams)$/,
    rule: 'database imports Kysely, pg, pg-copy-streams and node only',
  },
  web: {
    allowed: /^(react|react-dom|react-router|zod|@firebase\/.+|@stripe\/.+|@react-router\/dev|qr)(\/|$)/,
    rule: 'pages run in the browser: React, its router, zod/mini, the two providers’ SDKs and QR codes',
  },
}
const ENVIRONMENT_READERS = /^(tools\/|tests\/|bench\/|server\/config\.ts$|[^/]+$)/

export function checkSource(source: Source): Violation[] {
  const { file } = source
  const found: Violation[] = []
  const names = file.split('/').map((segment) => segment.split('.')[0] ?? '')
  const name = names.find((one) => FORBIDDEN_NAMES.test(one))
  if (name) found.push({ file, line: 1, rule: `a file is named for its subject, never "${name}"` })
  if (source.isBarrel)
    found.push({ file, line: 1, rule: 'no barrels: import from the file that declares the export' })
  if (!ENVIRONMENT_READERS.test(file) && !isTest(file)) {
    for (const line of source.envLines)
      found.push({ file, line, rule: 'in the store only server/config.ts reads process.env' })
  }
  for (const item of source.imports) {
    const rule = checkImport(placeOf(file), item)
    if (rule) found.push({ file, line: item.line, rule: `imports ${item.specifier}: ${rule}` })
  }
  return found
}

function placeOf(file: string): Place {
  const segments = file.split('/')
  const [side = '', noun = ''] = segments
  const place = { file, side, noun }
  if (isTest(file) || PROGRAMS.includes(file)) return { ...place, layer: TOP_LAYER }
  if (side !== 'server' && side !== 'web') return { ...place, layer: LAYERS[side] ?? TOP_LAYER }
  if (SHARED[side]?.includes(noun) || file.startsWith(SESSION)) return { ...place, layer: 0 }
  // files directly in the folder may import all nouns
  return { ...place, layer: segments.length === 2 ? 2 : 1 }
}

function isTest(file: string): boolean {
  return /^(tests|bench)\//.test(file) || /\.test\.\w+$/.test(file)
}

function checkImport(from: Place, { specifier, target }: Import): string | undefined {
  const isFromTest = isTest(from.file)
  if ('package' in target) return isFromTest ? undefined : checkPackage(from, specifier, target.package)
  if (target.file.includes('/+types/')) return undefined
  const to = placeOf(target.file)
  return checkSpelling(from, to, specifier) ?? (isFromTest ? undefined : checkLayers(from, to))
}

function checkPackage({ side, file }: Place, specifier: string, name: string): string | undefined {
  if ((side === 'contract' || side === 'web') && specifier === 'zod')
    return 'the browser loads zod/mini, the full library is much larger'
  // the file that renders on the server writes into a stream
  if (file === 'web/entry.server.tsx' && name === 'node:stream') return undefined
  const limit = PACKAGES[side]
  return limit && !limit.allowed.test(name) ? limit.rule : undefined
}

function checkSpelling(from: Place, to: Place, specifier: string): string | undefined {
  const isRelative = specifier.startsWith('.')
  if (from.side === to.side)
    return isRelative || from.side === 'tests' ? undefined : 'inside one top folder an import is relative'
  return isRelative && from.side !== 'tools' && to.side !== 'package.json'
    ? `across top folders an import begins with #${to.side}/`
    : undefined
}

function checkLayers(from: Place, to: Place): string | undefined {
  const isSameSide = from.side === to.side
  if (to.side === 'demo' && !isSameSide && from.side !== 'tools') return 'the store does not know the demo'
  if (from.side === 'drawings' && !isSameSide) return 'the drawings are a library of their own'
  if (isTest(to.file)) return 'only tests import tests'
  if (from.side === 'web' && ['server', 'database', 'embedded'].includes(to.side))
    return 'pages know the server only by the contract'
  if (to.side === 'web' && !isSameSide) return 'nothing but the pages imports the pages'
  if (to.side === 'embedded' && !isSameSide && from.layer < TOP_LAYER)
    return 'only the top layer mounts an embedded provider; others call its public HTTP API'
  if (from.side === 'database' && !['database', 'contract'].includes(to.side))
    return 'the database knows nothing of its users'
  if (from.side === 'embedded' && to.side === 'server') return 'a provider knows nothing of the store'
  if (to.layer > from.layer) return 'imports go down, never up a layer'
  return checkNouns(from, to)
}

function checkNouns(from: Place, to: Place): string | undefined {
  if (from.side !== to.side || from.layer !== 1 || to.layer !== 1 || from.noun === to.noun) return undefined
  if (from.side === 'web') return from.noun === 'home' ? undefined : 'features do not import each other'
  if (from.side === 'embedded') return 'the providers do not know each other'
  if (from.noun !== 'overview' && !NOUN_ORDER[from.noun]?.includes(to.noun))
    return 'payments import orders and products, orders import products and users, overview imports all; no other noun does'
  const isPublic = to.file.split('/').length === 3 && !to.file.endsWith('/routes.ts')
  return isPublic
    ? undefined
    : 'of another noun, only modules directly in its folder are imported, and never its routes'
}

/** Finds at least one cycle if there is any, at the import that closes it; type-only and lazy imports count. */
export function findCycles(sources: Source[]): Violation[] {
  const byFile = new Map(sources.map((source) => [source.file, source]))
  const done = new Set<string>()
  const trail: string[] = []
  const found: Violation[] = []
  for (const source of sources) visit(source)
  return found

  function visit(source: Source): void {
    if (done.has(source.file)) return
    trail.push(source.file)
    for (const { line, target } of source.imports) {
      const next = 'file' in target ? byFile.get(target.file) : undefined
      if (!next) continue
      const start = trail.indexOf(next.file)
      if (start < 0) visit(next)
      else {
        const cycle = [...trail.slice(start), next.file].join(' → ')
        found.push({ file: source.file, line, rule: `closes a cycle: ${cycle}` })
      }
    }
    trail.pop()
    done.add(source.file)
  }
}

export function findCrowdedFolders(files: string[]): Violation[] {
  const byFolder = Map.groupBy(files, (file) => path.posix.dirname(file))
  return [...byFolder].flatMap(([folder, { length }]) =>
    length > MAX_MODULES
      ? [{ file: folder, line: 1, rule: `has ${length} modules; a folder has at most ${MAX_MODULES}` }]
      : [],
  )
}
