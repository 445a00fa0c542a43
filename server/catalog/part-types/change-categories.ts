import type { Category, CategoryChange } from '#contract/catalog/part-types/categories.ts'
import { typesTexts as texts } from '#contract/catalog/part-types/texts.ts'
import { AppError } from '#contract/platform/errors.ts'
import type { Db } from '#database/open.ts'
import { isDrawingKind } from '#drawings/registry.ts'
import { drawingAddress } from './catalogue.ts'
import {
  type By,
  changeCatalogue,
  invalid,
  recordCatalogueChange,
  requireFree,
  requireSeen,
} from './change.ts'

/**
 * Adds a category or changes what is given of it. A subcategory that moves takes its parts with it. Throws
 * `catalogue_changed`, `category_too_deep`, and `invalid_request`, also for another level.
 */
export function saveCategory(
  db: Db,
  { id, change }: { id: string; change: CategoryChange },
  by: By,
): Promise<Category> {
  return changeCatalogue(db, async (trx, { categories }) => {
    const before = await trx.selectFrom('categories').selectAll().where('id', '=', id).executeTakeFirst()
    const name = change.name ?? before?.name
    if (name === undefined) throw invalid('name', texts.nameRequired)
    const parent = change.parent === undefined ? (before?.parent_id ?? null) : change.parent
    requireFreeName({ id, change }, { name, parent }, categories)
    requireSeen(change.seen, before)
    if (before && (before.parent_id === null) !== (parent === null)) throw invalid('parent', texts.levelStays)
    requireTopLevel(categories, parent)
    // with parameters: `brake-disc?drilled=16`
    const [kind] = change.drawing?.split('?') ?? []
    if (kind !== undefined && !isDrawingKind(kind)) throw invalid('drawing', texts.unknownDrawing)
    const after = {
      name,
      parent_id: parent,
      description: change.description ?? before?.description ?? '',
      drawing: change.drawing === undefined ? (before?.drawing ?? null) : change.drawing,
      position: change.position ?? before?.position ?? categories.length + 1,
    }
    if (before) await trx.updateTable('categories').set(after).where('id', '=', id).execute()
    else
      await trx
        .insertInto('categories')
        .values({ id, level: parent === null ? 1 : 2, ...after })
        .execute()
    await recordCatalogueChange(trx, by, {
      field: 'category',
      key: id,
      before: before ? pick(before) : null,
      after: pick(after),
    })
    const { description, drawing } = after
    return { id, name, parent, description, drawing: drawing && drawingAddress(drawing) }
  })
}

/** Beside those of the same category, or of the first level. What stays in its place with its name is not compared. */
function requireFreeName(
  { id, change }: { id: string; change: CategoryChange },
  { name, parent }: Pick<Category, 'name' | 'parent'>,
  categories: readonly Category[],
): void {
  // for who has seen none, one with the same id is another one
  const before = categories.find((one) => one.id === id)
  const own = change.seen === null ? undefined : before
  if (own && own.name === name && own.parent === parent) return
  const others = categories.filter((one) => one !== own && one.parent === parent)
  const path = own && own.name === name ? 'parent' : 'name'
  const named = others.map((one) => ({ key: one.id, name: one.name }))
  requireFree(path, before ? [name] : [id, name], named)
}

type Stored = {
  name: string
  parent_id: string | null
  description: string
  drawing: string | null
  position: number
}

function pick({ name, parent_id, description, drawing, position }: Stored) {
  return { name, parent: parent_id, description, drawing, position }
}

function requireTopLevel(categories: readonly Category[], parent: string | null): void {
  if (parent === null) return
  const found = categories.find(({ id }) => id === parent)
  if (!found) throw invalid('parent', texts.unknownCategory)
  if (found.parent !== null) throw new AppError('category_too_deep')
}

/** Deletes a category without parts on sale, subcategories and part types; archived parts go to the first other one. Throws `not_found`, `category_in_use`. */
export function deleteCategory(db: Db, id: string, by: By): Promise<void> {
  return changeCatalogue(db, async (trx, { categories, categoryIds }) => {
    const before = await trx.selectFrom('categories').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before) throw new AppError('not_found')
    const column = before.level === 1 ? 'category' : 'subcategory'
    const { parts } = await trx
      .selectFrom('products')
      .select(({ fn }) => fn.countAll<number>().as('parts'))
      .where(column, '=', id)
      .where('archived_at', 'is', null)
      .executeTakeFirstOrThrow()
    const { types } = await trx
      .selectFrom('part_types')
      .select(({ fn }) => fn.countAll<number>().as('types'))
      .where(column, '=', id)
      .executeTakeFirstOrThrow()
    const subcategories = categories.filter(({ parent }) => parent === id).length
    const other = categoryIds.find((one) => one !== id)
    if (parts + types + subcategories > 0 || (column === 'category' && other === undefined))
      throw new AppError('category_in_use', { members: { parts, types, subcategories } })
    const moved = column === 'category' ? { category: other ?? id } : { subcategory: null }
    await trx.updateTable('products').set(moved).where(column, '=', id).execute()
    await trx.deleteFrom('categories').where('id', '=', id).execute()
    await recordCatalogueChange(trx, by, { field: 'category', key: id, before: pick(before), after: null })
  })
}
