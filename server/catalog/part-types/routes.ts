import { listCategories } from '#contract/catalog/part-types/categories.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import { currentCatalogue } from './catalogue.ts'

export function catalogueRoutes(bind: Bind): void {
  bind(listCategories, async ({ db, tags }) => {
    tags('config')
    const { categories } = await currentCatalogue(db)
    return [...categories]
  })
}
