import * as attributes from '#contract/catalog/part-types/attributes.ts'
import * as categories from '#contract/catalog/part-types/categories.ts'
import * as types from '#contract/catalog/part-types/part-types.ts'
import type { Tag } from '../../platform/cache/response-cache.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import { currentCatalogue } from './catalogue.ts'
import { deleteAttribute, saveAttribute } from './change-attributes.ts'
import { deleteCategory, saveCategory } from './change-categories.ts'
import { deletePartType, savePartType } from './change-types.ts'
import { mergeChoices } from './merge-choices.ts'
import { readCatalogueUse } from './use.ts'

/** Pages show the categories, and responses of parts their types and attributes. */
const SHOWN: Tag[] = ['config', 'products', 'product:*']

export function catalogueRoutes(bind: Bind): void {
  bind(categories.saveCategory, ({ db, params: { id }, body, caller, now, invalidate }) => {
    invalidate(...SHOWN)
    return saveCategory(db, { id, change: body }, { actorId: caller.id, at: now() })
  })

  bind(categories.deleteCategory, async ({ db, params, caller, now, invalidate }) => {
    invalidate(...SHOWN)
    await deleteCategory(db, params.id, { actorId: caller.id, at: now() })
    return { deletedCount: 1 } as const
  })

  bind(types.savePartType, ({ db, params: { key }, body, caller, now, invalidate }) => {
    invalidate(...SHOWN)
    return savePartType(db, { key, change: body }, { actorId: caller.id, at: now() })
  })

  bind(types.deletePartType, async ({ db, params, caller, now, invalidate }) => {
    invalidate(...SHOWN)
    await deletePartType(db, params.key, { actorId: caller.id, at: now() })
    return { deletedCount: 1 } as const
  })

  bind(attributes.saveAttribute, ({ db, params: { key }, body, caller, now, invalidate }) => {
    invalidate(...SHOWN)
    return saveAttribute(db, { key, change: body }, { actorId: caller.id, at: now() })
  })

  bind(attributes.mergeChoices, ({ db, params: { key }, body, caller, now, invalidate }) => {
    invalidate(...SHOWN)
    return mergeChoices(db, { key, merge: body }, { actorId: caller.id, at: now() })
  })

  bind(attributes.deleteAttribute, async ({ db, params, caller, now, invalidate }) => {
    invalidate(...SHOWN)
    await deleteAttribute(db, params.key, { actorId: caller.id, at: now() })
    return { deletedCount: 1 } as const
  })

  bind(types.getCatalogue, async ({ db, tags }) => {
    tags('config')
    const catalogue = await currentCatalogue(db)
    return {
      categories: [...catalogue.categories],
      types: catalogue.types.map(({ id: _, ...type }) => type),
      attributes: [...catalogue.attributes],
    }
  })

  bind(types.getCatalogueUse, ({ db }) => readCatalogueUse(db))

  bind(categories.listCategories, async ({ db, tags }) => {
    tags('config')
    return [...(await currentCatalogue(db)).categories]
  })
}
