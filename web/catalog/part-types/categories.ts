import { useRouteLoaderData } from 'react-router'
import type { Category } from '#contract/catalog/part-types/categories.ts'

/** What the root's loader adds for the pages of the catalogue. */
export type CatalogueData = { categories: Category[] }

/** Categories and subcategories; none on an error page whose root loader has failed. */
export function useCategories(): Category[] {
  return useRouteLoaderData<CatalogueData>('root')?.categories ?? []
}

/** The categories of the first level. */
export function useTopCategories(): Category[] {
  return useCategories().filter(({ parent }) => parent === null)
}

/** Returns the names of categories by their ids. */
export function useCategoryName(): (id: string) => string {
  const categories = useCategories()
  return (id) => categoryName(categories, id)
}

/** The name of a category; its id if there is none with it. */
export function categoryName(categories: readonly Category[], id: string): string {
  return categories.find((one) => one.id === id)?.name ?? id
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** The categories outside components, from the matches of `meta`. */
export function categoriesOf(matches: Matches): Category[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  return hasCategories(root) ? root.categories : []
}

function hasCategories(value: unknown): value is CatalogueData {
  return typeof value === 'object' && value !== null && 'categories' in value
}
