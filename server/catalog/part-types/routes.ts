import { listCategories } from '#contract/catalog/part-types/categories.ts'
import { getCatalogue } from '#contract/catalog/part-types/part-types.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import { currentCatalogue } from './catalogue.ts'

export function catalogueRoutes(bind: Bind): void {
  bind(getCatalogue, async ({ db, tags }) => {
    tags('config')
    const { categories, types, attributes } = await currentCatalogue(db)
    return {
      categories: [...categories],
      types: types.map(({ id: _, ...type }) => type),
      attributes: [...attributes],
    }
  })

  bind(listCategories, async ({ db, tags }) => {
    tags('config')
    const { categories } = await currentCatalogue(db)
    return [...categories]
  })
}
