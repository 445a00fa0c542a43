import { type Category, categoryIds, categoryNames } from '#contract/catalog/products/categories.ts'

type MenuCategory = { id: Category; name: string; drawing: string }

const drawings: Record<Category, string> = {
  tools: 'socket-wrench',
  wheels: 'wheel',
  engine: 'piston',
  suspension: 'spring',
  body: 'brake-disc',
  lighting: 'headlamp',
  electrical: 'battery',
  fluids: 'oil-bottle',
}

/** The categories of the shop in their order, each with the small drawing that stands for it. */
export function useMenuCategories(): MenuCategory[] {
  return categoryIds.map((id) => ({
    id,
    name: categoryNames[id],
    drawing: `/drawings/${drawings[id]}.svg?view=thumb`,
  }))
}
