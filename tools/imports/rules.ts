import { isTest, type Place, placeOf } from './places.ts'
import type { Import, Source } from './read-imports.ts'

export type Violation = { file: string; line: number; rule: string }

/** A rule about one import between two files of ours; gives the sentence that forbids it. */
type EdgeRule = (from: Edge, to: Edge) => string | undefined
type Edge = Place & { file: string }

/** Names that say nothing: of a file or a folder, alone or as the end of a name (`date-utils`). */
const FORBIDDEN_NAMES = /^(?:.*-)?(?:utils?|helpers?|misc|common)$|^(?:types|index)$/i
/** Which noun of the server may ask which other; the overview looks at them all. */
const NOUN_ORDER: Record<string, string[]> = { payments: ['orders', 'products'], orders: ['products'] }
/** The packages a side may use, where that is limited. */
const PACKAGES: Record<string, { allowed: RegExp; rule: string }> = {
  drawings: { allowed: /^$/, rule: 'drawings import no package: they run in the browser and on the server' },
  contract: { allowed: /^zod$/, rule: 'contract imports zod only' },
  database: {
    allowed: /^(node:.+|kysely|pg|pg-copy-streams)$/,
    rule: 'database imports Kysely, pg and node only',
  },
  web: {
    allowed: /^(react|react-dom|react-router|zod|@firebase\/.+|@stripe\/.+|@react-router\/dev|qr)(\/|$)/,
    rule: 'pages run in the browser: React, its router, zod/mini, the two providers’ SDKs and QR codes',
  },
}
const ENVIRONMENT_READERS = /^(tools\/|tests\/|bench\/|server\/config\.ts$|[^/]+$)/

/** Everything one file does against the plan, circles aside. */
export function checkSource(source: Source): Violation[] {
  const { file } = source
  const found: Violation[] = []
  const segments = file.split('/').map((segment) => segment.split('.')[0] ?? '')
  const name = segments.find((segment) => FORBIDDEN_NAMES.test(segment))
  if (name) found.push({ file, line: 1, rule: `a file is named for its subject, never "${name}"` })
  if (source.isBarrel) {
    found.push({ file, line: 1, rule: 'no barrels: import from the file that declares the thing' })
  }
  if (!ENVIRONMENT_READERS.test(file) && !isTest(file)) {
    for (const line of source.environment) {
      found.push({ file, line, rule: 'only server/config.ts reads process.env' })
    }
  }
  for (const item of source.imports) {
    const rule = checkImport(file, item)
    if (rule) found.push({ file, line: item.line, rule: `imports ${item.specifier}: ${rule}` })
  }
  return found
}

function checkImport(file: string, { specifier, target }: Import): string | undefined {
  const from = { ...placeOf(file), file }
  if ('package' in target) return isTest(file) ? undefined : checkPackage(from, specifier, target.package)
  if (target.file.includes('/+types/')) return undefined
  const to = { ...placeOf(target.file), file: target.file }
  const spelling = checkSpelling(from, to, specifier)
  if (spelling || isTest(file)) return spelling
  for (const rule of EDGE_RULES) {
    const broken = rule(from, to)
    if (broken) return broken
  }
  return undefined
}

function checkPackage({ side, file }: Edge, specifier: string, name: string): string | undefined {
  if ((side === 'contract' || side === 'web') && specifier === 'zod') {
    return 'the browser loads zod/mini, the full library is eighteen times its size'
  }
  // the one file that renders on the server writes into a stream
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

const EDGE_RULES: EdgeRule[] = [
  (from, to) => (to.side === 'demo' && from.side !== 'demo' ? 'the store does not know the demo' : undefined),
  (from, to) =>
    from.side === 'drawings' && to.side !== 'drawings'
      ? 'the drawings are a library of their own'
      : undefined,
  (_from, to) => (isTest(to.file) ? 'only tests import tests' : undefined),
  (from, to) =>
    from.side === 'web' && ['server', 'database', 'embedded'].includes(to.side)
      ? 'pages know the server only by the contract'
      : undefined,
  (from, to) =>
    to.side === 'web' && from.side !== 'web' ? 'nothing but the pages imports the pages' : undefined,
  (from, to) =>
    to.side === 'embedded' && from.side !== 'embedded' && from.floor < 3
      ? 'only the top floor mounts an embedded provider; others speak its public HTTP'
      : undefined,
  (from, to) =>
    from.side === 'database' && !['database', 'contract'].includes(to.side)
      ? 'the database knows nothing of who uses it'
      : undefined,
  (from, to) =>
    from.side === 'embedded' && to.side === 'server' ? 'a provider knows nothing of the store' : undefined,
  (from, to) => (to.floor > from.floor ? 'imports go down, never up a floor' : undefined),
  checkNeighbours,
]

function checkNeighbours(from: Edge, to: Edge): string | undefined {
  if (from.side !== to.side || to.floor !== 1) return undefined
  if (from.floor !== 1 || from.room === to.room) return undefined
  if (from.side === 'web') return from.room === 'home' ? undefined : 'features do not import each other'
  if (from.side === 'embedded') return 'the providers do not know each other'
  const asks = from.room === 'overview' || NOUN_ORDER[from.room]?.includes(to.room)
  if (!asks) return 'payments ask orders, orders ask products, no other'
  const isPublic = to.file.split('/').length === 3 && !to.file.endsWith('/routes.ts')
  return isPublic
    ? undefined
    : 'of a neighbour, only modules directly in its folder are used, and never its routes'
}
