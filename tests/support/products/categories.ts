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
