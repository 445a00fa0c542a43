import path from 'node:path'
import type { Import, Source } from './read-imports.ts'

export type Violation = { file: string; line: number; rule: string }

/**
 * A file, its top folder (side), its area and noun, and its layer. The noun is the folder in the area, or a module directly in
 * it. Where a side puts its areas together, `area` is undefined.
 */
type Place = { file: string; side: string; area: string | undefined; noun: string; layer: number }

/** The folders of contract, server and web. An area imports only itself and those before it. */
const AREAS = ['platform', 'store', 'people', 'catalog', 'sales']
/** Folders that put the areas together, as the files directly in `contract`, `server` and `web` do. */
const COMPOSING: Record<string, string[]> = {
  contract: [],
  server: ['docs', 'programs'],
  web: ['home', 'shell'],
}
const TOP_LAYER = 3
const LAYERS: Record<string, number> = { contract: -1, drawings: -1, database: 0, embedded: 1 }
/** Names without a subject, of a file or a folder; all but the last two also as the end of a name (`date-utils`). */
const FORBIDDEN_NAMES = /^(?:.*-)?(?:utils?|helpers?|misc|common)$|^(?:types|index)$/i
const MANY_MODULES = 20
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
const CONFIG = 'server/platform/config/config.ts'
const ENVIRONMENT_READERS = /^(tools\/|tests\/|bench\/|[^/]+$)/

export function checkSource(source: Source): Violation[] {
  const { file } = source
  const found: Violation[] = []
  const names = file.split('/').map((segment) => segment.split('.')[0] ?? '')
  const name = names.find((one) => FORBIDDEN_NAMES.test(one))
  if (name) found.push({ file, line: 1, rule: `a file is named for its subject, never "${name}"` })
  if (source.isBarrel)
    found.push({ file, line: 1, rule: 'no barrels: import from the file that declares the export' })
  const [side = '', folder = '', ...inside] = file.split('/')
  const isKnown = AREAS.includes(folder) || COMPOSING[side]?.includes(folder)
  if (COMPOSING[side] && inside.length > 0 && !isKnown)
    found.push({ file, line: 1, rule: `a folder of ${side} is an area: ${AREAS.join(', ')}` })
  if (file !== CONFIG && !ENVIRONMENT_READERS.test(file) && !isTest(file)) {
    for (const line of source.envLines)
      found.push({ file, line, rule: `in the store only ${CONFIG} reads process.env` })
  }
  for (const item of source.imports) {
    const rule = checkImport(placeOf(file), item)
    if (rule) found.push({ file, line: item.line, rule: `imports ${item.specifier}: ${rule}` })
  }
  return found
}

function placeOf(file: string): Place {
  const [side = '', folder = '', ...inside] = file.split('/')
  const area = COMPOSING[side] && AREAS.includes(folder) ? folder : undefined
  const place = { file, side, area, noun: area ? (inside[0] ?? '') : folder }
  if (isTest(file) || file === 'server/compose.ts' || file.startsWith('server/programs/'))
    return { ...place, layer: TOP_LAYER }
  if (side !== 'server' && side !== 'web') return { ...place, layer: LAYERS[side] ?? TOP_LAYER }
  if (!area) return { ...place, layer: 2 }
  return { ...place, layer: area === 'platform' ? 0 : 1 }
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
  // of a style sheet, font or picture the address is imported; `web/app.css` has the sheets of all areas
  if (!/\.tsx?$/.test(to.file)) return to.area ? checkAreas(from, to) : undefined
  if (to.layer > from.layer) return 'imports go down, never up a layer'
  return checkAreas(from, to) ?? checkNouns(from, to)
}

function checkAreas(from: Place, to: Place): string | undefined {
  if (!from.area) return undefined
  // `contract/api.ts` and the client made from it belong to no area: the other sides need the whole contract
  if (!to.area)
    return from.side === to.side && COMPOSING[to.side] ? 'imports go down, never up a layer' : undefined
  return AREAS.indexOf(to.area) > AREAS.indexOf(from.area)
    ? `an area imports itself and those before it: ${AREAS.join(', ')}`
    : undefined
}

function checkNouns(from: Place, to: Place): string | undefined {
  if (
    from.side === 'embedded' &&
    to.side === 'embedded' &&
    from.noun !== to.noun &&
    to.file.split('/').length > 2
  )
    return 'the providers do not know each other'
  if (!from.area || !to.area || (from.side === to.side && from.area === to.area && from.noun === to.noun))
    return undefined
  const isPublic =
    to.file.split('/').length <= 4 && !/^(server\/.*\/routes|web\/.*-route)\.tsx?$/.test(to.file)
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

/** Folders with more modules than a reader finds things in; style sheets count. */
export function findCrowdedFolders(files: string[]): Violation[] {
  return countModules(files)
    .filter(({ count }) => count > MAX_MODULES)
    .map(({ folder, count }) => {
      const rule = `has ${count} modules; a folder has at most ${MAX_MODULES}`
      return { file: folder, line: 1, rule }
    })
}

/** Folders that are nearly full: the check prints them, and does not fail. */
export function findFullFolders(files: string[]): Violation[] {
  return countModules(files)
    .filter(({ count }) => count > MANY_MODULES && count <= MAX_MODULES)
    .map(({ folder, count }) => {
      const rule = `has ${count} modules; more than ${MANY_MODULES} are too many to find things in`
      return { file: folder, line: 1, rule }
    })
}

function countModules(files: string[]): { folder: string; count: number }[] {
  const byFolder = Map.groupBy(files, (file) => path.posix.dirname(file))
  return [...byFolder].map(([folder, { length }]) => ({ folder, count: length }))
}
