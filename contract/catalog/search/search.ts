import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { boundedText, commaList, plainNumber } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { validationTexts as texts } from '../../platform/texts/validation.ts'
import { categoryIdSchema } from '../part-types/categories.ts'
import { stockLevels } from '../products/stock-level.ts'

const categoryList = commaList(categoryIdSchema, { max: 20, characters: 800 })
const MAX_BRANDS = 30
const BRAND_LENGTH = 80
const brandList = commaList(boundedText(BRAND_LENGTH), {
  max: MAX_BRANDS,
  characters: MAX_BRANDS * (BRAND_LENGTH + 1),
})

const priceBound = z.pipe(plainNumber(texts.priceBound), z.number().check(z.minimum(0, texts.priceBound)))

export const searchFields = {
  q: z.optional(boundedText(200)),
  type: z.optional(boundedText(40)),
  attributes: z.optional(boundedText(2000)),
  category: z.optional(categoryList),
  subcategory: z.optional(categoryIdSchema),
  brand: z.optional(brandList),
  minPrice: z.optional(priceBound),
  maxPrice: z.optional(priceBound),
  inStock: z.optional(
    z.pipe(
      z.enum(['true', 'false'], { error: texts.trueOrFalse }),
      z.transform((value) => value === 'true'),
    ),
  ),
}

export const pricesInOrder = z.refine<{ minPrice?: number | undefined; maxPrice?: number | undefined }>(
  ({ minPrice, maxPrice }) => minPrice === undefined || maxPrice === undefined || minPrice <= maxPrice,
  { error: texts.pricesCrossed, path: ['minPrice'] },
)

/** So many attributes a list shows of a part. */
export const COLUMNS_SHOWN = 4

const countFields = { parts: z.int(), isMore: z.boolean() }

export const countsSchema = z.object({
  /** `parts` is the number of matching parts; with `isMore` a lower bound. */
  total: z.object(countFields),
  categories: z.array(z.object({ category: z.string(), ...countFields })),
  /** Those of the one category of the list; of several, or all, none. */
  subcategories: z.array(z.object({ subcategory: z.string(), ...countFields })),
  brands: z.array(z.object({ brand: z.string(), ...countFields })),
  inStock: z.object(countFields),
  /** The part types of the list's categories, or those that a search finds; of a list without either none. */
  types: z.array(z.object({ key: z.string(), plural: z.string(), ...countFields })),
  /** The attributes that a list of one type shows of each part, at most four, in their order; of all types none. */
  columns: z.array(z.object({ key: z.string(), name: z.string() })),
  /** The attributes by which a list of a type can be filtered; each ignores its own filter. */
  attributes: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      kind: z.enum(['number', 'choice', 'boolean', 'text']),
      unit: z.nullable(z.string()),
      values: z.array(
        z.object({ value: z.string(), text: z.string(), parts: z.int(), isChosen: z.boolean() }),
      ),
    }),
  ),
  /** How the query was changed, or what is suggested instead; null if neither. `words`: what was searched for. */
  search: z.nullable(
    z.object({
      words: z.string(),
      /** Another spelling (or unit), fewer words, or parts that only mention the words; null without a change. */
      change: z.nullable(z.enum(['spelling', 'fewer', 'mentioned'])),
      /** A likelier spelling, although the words were found; or, of a query that found nothing, what looks like it (O and 0) or its known noun. */
      suggestion: z.nullable(z.string()),
    }),
  ),
})
export type Counts = z.infer<typeof countsSchema>

export const countProducts = defineEndpoint({
  ...routes.countProducts,
  summary: 'Facet counts of a list by category, brand and stock; each ignores its own filter',
  access: 'public',
  cacheable: true,
  query: z.object(searchFields).check(pricesInOrder),
  response: countsSchema,
})

/** The first and the character after the last one of typed letters. */
const marksSchema = z.array(z.tuple([z.int(), z.int()]))

const suggestedPartSchema = z.object({
  _id: z.string(),
  partNumber: z.nullable(z.string()),
  productName: z.string(),
  brand: z.nullable(z.string()),
  marks: z.object({ partNumber: marksSchema, productName: marksSchema }),
  picture: z.string(),
  drawing: z.string(),
  price: z.number(),
  currency: z.string(),
  stock: z.enum(stockLevels),
})
export type SuggestedPart = z.infer<typeof suggestedPartSchema>

export const suggestionsSchema = z.object({
  /** With `parts` six at most. */
  numbers: z.array(z.extend(suggestedPartSchema, { partNumber: z.string() })),
  parts: z.array(suggestedPartSchema),
  categories: z.array(z.string()),
  brands: z.array(z.string()),
  words: z.array(z.string()),
})
export type Suggestions = z.infer<typeof suggestionsSchema>

export const suggestProducts = defineEndpoint({
  ...routes.suggestProducts,
  summary: 'Search suggestions: part numbers, parts, categories, brands, words',
  access: 'public',
  cacheable: true,
  query: z.object({ q: boundedText(200) }),
  response: suggestionsSchema,
})
