import type { Category } from '#contract/catalog/part-types/categories.ts'
import { AppError } from '#contract/platform/errors.ts'
import { validationTexts as texts } from '#contract/platform/texts/validation.ts'
import type { Db } from '#database/open.ts'

/** What a shop arranges of its catalogue, beside the parts. */
export type Catalogue = {
  /** Both levels, in the order in which lists show them. */
  categories: readonly Category[]
  /** The ids of the first level. */
  categoryIds: readonly string[]
}

const MAX_AGE_MS = 1000

type Cached = { catalogue?: Catalogue; freshUntil: number; reading?: Promise<Catalogue> | undefined }
const caches = new WeakMap<Db, Cached>()

/** The catalogue, at most a second old on every instance; concurrent callers share one read. A transaction reads its own. */
export async function currentCatalogue(db: Db): Promise<Catalogue> {
  const cached = caches.get(db)
  if (cached?.catalogue && performance.now() < cached.freshUntil) return cached.catalogue
  return cached?.reading ?? refreshCatalogue(db)
}

/** Reads the catalogue now, also if a read is under way: it may have begun before a change. */
async function refreshCatalogue(db: Db): Promise<Catalogue> {
  const cached = caches.get(db) ?? { freshUntil: 0 }
  caches.set(db, cached)
  const freshUntil = performance.now() + MAX_AGE_MS
  const reading = readCatalogue(db)
  cached.reading = reading
  try {
    const catalogue = await reading
    // a slow read does not replace that of a later one
    if (cached.reading === reading) Object.assign(cached, { catalogue, freshUntil })
    return catalogue
  } finally {
    if (cached.reading === reading) cached.reading = undefined
  }
}

async function readCatalogue(db: Db): Promise<Catalogue> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'level', 'parent_id', 'name', 'description', 'drawing', 'menu_position'])
    .orderBy('level')
    .orderBy('position')
    .orderBy('id')
    .execute()
  const categories = rows.map((row) => ({
    id: row.id,
    name: row.name,
    parent: row.parent_id,
    description: row.description,
    drawing: row.drawing === null ? null : drawingAddress(row.drawing),
    menuPosition: row.menu_position,
  }))
  return { categories, categoryIds: rows.filter(({ level }) => level === 1).map(({ id }) => id) }
}

/** The small view of a drawing such as `brake-disc?drilled=16`. */
function drawingAddress(drawing: string): string {
  const [name, parameters] = drawing.split('?')
  return `/drawings/${name}.svg?${parameters === undefined ? '' : `${parameters}&`}view=thumb`
}

/** Throws `invalid_request`, naming the first one that is no category. */
export async function requireCategories(db: Db, ids: readonly string[], path: (at: number) => string) {
  if (ids.length === 0) return
  const { categoryIds } = await currentCatalogue(db)
  const at = ids.findIndex((id) => !categoryIds.includes(id))
  if (at >= 0) throw new AppError('invalid_request', { errors: [{ path: path(at), message: texts.invalid }] })
}
