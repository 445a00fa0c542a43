import type { Catalogue } from '#server/catalog/part-types/catalogue.ts'

/** The eight categories of the specification, which a new store has. */
export const categoryNames = {
  tools: 'Tools & Parts',
  wheels: 'Wheels & Tires',
  engine: 'Engine Parts',
  suspension: 'Suspension Parts',
  body: 'Body & Drive',
  lighting: 'Lighting',
  electrical: 'Electrical',
  fluids: 'Fluids',
} as const
export const categoryIds = Object.keys(categoryNames)

/** A catalogue with the eight, without part types. */
export const emptyCatalogue: Catalogue = {
  categories: [],
  categoryIds,
  types: [],
  attributes: [],
  typeOfId: new Map(),
  typeOfKey: new Map(),
  attributeOfKey: new Map(),
  facetsOfType: new Map(),
}
