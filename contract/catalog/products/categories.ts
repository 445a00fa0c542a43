/** The categories of parts, in the order in which lists show them. */
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

export type Category = keyof typeof categoryNames

export const categoryIds = [
  'tools',
  'wheels',
  'engine',
  'suspension',
  'body',
  'lighting',
  'electrical',
  'fluids',
] as const satisfies Category[]
