import * as contract from '#contract/catalog/products/products.ts'
import { getRelatedParts } from '#contract/catalog/products/related.ts'
import { countProducts, suggestProducts } from '#contract/catalog/search/search.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import { requireCategories } from '../part-types/catalogue.ts'
import { storeImage } from '../pictures.ts'
import * as counts from '../search/counts.ts'
import { readFilters } from '../search/read-filters.ts'
import { suggestProducts as suggest } from '../search/suggest.ts'
import * as list from './list.ts'
import { readRelatedParts } from './related.ts'
import * as products from './service.ts'

type ProductDeps = { currency: string; dataDir: string }

/** The path of a category among several of a query. */
const categoryPath = (at: number) => `category.${at}`

export function productRoutes(bind: Bind, { currency, dataDir }: ProductDeps): void {
  bind(contract.listProducts, async ({ db, query, tags }) => {
    tags('products')
    await requireCategories(db, query.category ?? [], categoryPath)
    const page = await list.listProducts(db, await readFilters(db, query, currency), currency)
    for (const { _id } of page.items) tags(`product:${_id}`)
    return page
  })

  bind(countProducts, async ({ db, query, tags }) => {
    tags('products')
    await requireCategories(db, query.category ?? [], categoryPath)
    return counts.countProducts(db, await readFilters(db, query, currency))
  })

  bind(suggestProducts, async ({ db, query, tags }) => {
    tags('products')
    const found = await suggest(db, query.q, currency)
    for (const { _id } of [...found.numbers, ...found.parts]) tags(`product:${_id}`)
    return found
  })

  bind(contract.getProduct, ({ db, params, tags }) => {
    tags(`product:${params.id}`)
    return products.getProduct(db, params.id, currency)
  })

  bind(getRelatedParts, async ({ db, params, tags }) => {
    tags('products', `product:${params.id}`)
    const related = await readRelatedParts(db, params.id, currency)
    for (const { _id } of [...related.together, ...related.similar]) tags(`product:${_id}`)
    return related
  })

  bind(contract.createProduct, ({ db, body, caller, now, invalidate }) => {
    invalidate('products')
    return products.createProduct(db, body, { actorId: caller.id, at: now(), currency })
  })

  bind(contract.updateProduct, ({ db, params, body, caller, now, invalidate }) => {
    invalidate('products', `product:${params.id}`)
    const by = { actorId: caller.id, at: now(), currency }
    return products.updateProduct(db, { id: params.id, change: body }, by)
  })

  bind(contract.deleteProduct, async ({ db, params, caller, now, invalidate }) => {
    invalidate('products', `product:${params.id}`)
    await products.archiveProduct(db, params.id, { actorId: caller.id, at: now() })
    return { deletedCount: 1 } as const
  })

  bind(contract.uploadImage, ({ request }) =>
    storeImage(request.raw, {
      dataDir,
      limit: contract.uploadImage.rawBody.limit,
      declaredBytes: Number(request.headers['content-length'] ?? 0),
    }),
  )
}
