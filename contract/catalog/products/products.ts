import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import {
  boundedList,
  boundedText,
  deletionSchema,
  idParams,
  oneLine,
  optionalLine,
  optionalText,
  pageFields,
  plainNumber,
  requiredLine,
  requiredText,
  timeSchema,
  wholeNumber,
} from '../../platform/fields.ts'
import { isPictureAddress, pictureFiles } from '../../platform/files/pictures.ts'
import { routes } from '../../platform/routes.ts'
import { validationTexts as texts } from '../../platform/texts/validation.ts'
import { shownAttributeSchema } from '../part-types/attributes.ts'
import { categoryIdSchema } from '../part-types/categories.ts'
import { drawingParametersSchema } from '../part-types/part-types.ts'
import { type NumberedPage, numberedPages, PARTS_OF_PAGE } from '../search/list-pages.ts'
import { pricesInOrder, searchFields } from '../search/search.ts'
import { type PartFieldName, saleUnits } from './part-fields.ts'

export const productSchema = z.object({
  _id: z.string(),
  productName: z.string(),
  // the same text under a second name, which the pages do not read
  name: z.string(),
  img: z.string(),
  images: z.array(z.string()),
  description: z.string(),
  price: z.number(),
  currency: z.string(),
  minimumOrder: z.int(),
  availableQuantity: z.int(),
  category: z.string(),
  /** Of the category; null without one. */
  subcategory: z.nullable(z.string()),
  /** Null of a part without a type, which has no attributes. */
  type: z.nullable(
    z.object({
      key: z.string(),
      name: z.string(),
      drawing: z.nullable(z.string()),
      drawingParameters: drawingParametersSchema,
    }),
  ),
  /** In the order of the type. */
  attributes: z.array(shownAttributeSchema),
  /** What the price is for. */
  saleUnit: z.enum(saleUnits),
  brand: z.nullable(z.string()),
  partNumber: z.nullable(z.string()),
  score: z.nullable(z.object({ average: z.number(), count: z.int() })),
  createdAt: timeSchema,
})
export type Product = z.infer<typeof productSchema>

export const sortSchema = z.enum(['newest', 'price', '-price', 'rating', 'name', 'relevance'])
export type ProductSort = z.infer<typeof sortSchema>

const picture = z.pipe(
  requiredText(2000, texts.imageRequired),
  z.string().check(
    oneLine,
    z.refine((value: string) => isPictureAddress(value), { error: texts.imageInvalid }),
  ),
)
const price = z.pipe(
  plainNumber(texts.priceRequired, texts.notNumber),
  z.number().check(
    z.positive({ error: texts.priceInvalid, abort: true }),
    // the highest price depends on the currency, which the server knows
    z.refine((value: number) => value > Number.MAX_SAFE_INTEGER || /^\d+(\.\d{1,3})?$/.test(String(value)), {
      error: texts.priceInvalid,
    }),
  ),
)

const MAX_ATTRIBUTES = 60

/** Values by the keys of attributes; null removes one. The server compares them with the attributes of the part's type. */
const attributesSchema = z
  .record(z.string(), z.nullable(z.union([z.number(), z.boolean(), boundedText(200)])))
  .check(
    z.refine((given: object) => Object.keys(given).length <= MAX_ATTRIBUTES, {
      error: texts.tooManyValues(MAX_ATTRIBUTES),
    }),
  )

export const fieldSchemas = {
  productName: requiredLine(200, texts.productNameRequired),
  price,
  minimumOrder: wholeNumber({ min: 1, required: texts.minimumOrderRequired, below: texts.atLeastOne }),
  availableQuantity: wholeNumber({
    min: 0,
    required: texts.availableQuantityRequired,
    below: texts.notNegative,
  }),
  img: picture,
  description: optionalText(5000),
  images: boundedList(picture, { max: 12, message: texts.imagesTooMany }),
  category: categoryIdSchema,
  brand: optionalLine(80),
  partNumber: optionalLine(60),
  saleUnit: z.enum(saleUnits),
  type: z.nullable(z.string().check(z.maxLength(40))),
  subcategory: z.nullable(categoryIdSchema),
  attributes: attributesSchema,
} satisfies Record<PartFieldName, z.ZodMiniType>

export const newProductSchema = z.object({
  ...fieldSchemas,
  images: z.optional(fieldSchemas.images),
  category: z._default(categoryIdSchema, 'tools'),
  saleUnit: z.optional(fieldSchemas.saleUnit),
  type: z.optional(fieldSchemas.type),
  subcategory: z.optional(fieldSchemas.subcategory),
  attributes: z.optional(fieldSchemas.attributes),
})
export type NewProduct = z.infer<typeof newProductSchema>

/** Absent fields and attributes do not change. Stock changes by `addQuantity`, or to `availableQuantity` if it still is `expectedQuantity`. */
export const productChangeSchema = z.partial(
  z.object({
    ...fieldSchemas,
    expectedQuantity: fieldSchemas.availableQuantity,
    addQuantity: wholeNumber({
      min: -2_147_483_647,
      required: texts.wholeNumber,
      below: texts.numberTooLow,
    }),
  }),
)
export type ProductChange = z.infer<typeof productChangeSchema>

const { img: _newImg, ...newFields } = newProductSchema.shape

/** The form of a new part, in which `img` is called `imgURL`. */
export const newProductFormSchema = z.pipe(
  z.object({ ...newFields, imgURL: picture }),
  z.transform(({ imgURL, ...rest }) => ({ ...rest, img: imgURL })),
)

const { img: _img, images: _images, availableQuantity: _stock, ...editedFields } = fieldSchemas

/** The form that edits a part, without its further pictures; it adds units by `addQuantity` instead of setting the stock. */
export const productEditFormSchema = z.pipe(
  z.object({
    ...editedFields,
    saleUnit: z.optional(fieldSchemas.saleUnit),
    type: z.optional(fieldSchemas.type),
    subcategory: z.optional(fieldSchemas.subcategory),
    attributes: z.optional(fieldSchemas.attributes),
    imgURL: picture,
    addQuantity: productChangeSchema.shape.addQuantity,
  }),
  z.transform(({ imgURL, ...rest }) => ({ ...rest, img: imgURL })),
)
export type ProductEdit = z.infer<typeof productEditFormSchema>

const pageNumber = z.pipe(
  z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,6}$/, texts.page)), z.transform(Number))]),
  z.int(texts.page).check(z.minimum(1, texts.page)),
)

const pageInReach = z.refine<NumberedPage>(
  ({ page, after, ...list }) => page === undefined || (after === undefined && page <= numberedPages(list)),
  { error: texts.pageOutOfReach, path: ['page'] },
)
/** `dropped`: attributes of the type before the change, which its new type has not, with their values. */
export const changedProductSchema = z.extend(productSchema, { dropped: z.array(shownAttributeSchema) })
export type ChangedProduct = z.infer<typeof changedProductSchema>

export const listProducts = defineEndpoint({
  ...routes.listProducts,
  summary: 'Parts on sale; search, filters and sort order',
  access: 'public',
  cacheable: true,
  query: z
    .object({
      ...pageFields(PARTS_OF_PAGE),
      page: z.optional(pageNumber),
      ...searchFields,
      sort: z.optional(sortSchema),
    })
    .check(pricesInOrder, pageInReach),
  response: z.array(productSchema),
})

export const getProduct = defineEndpoint({
  ...routes.getProduct,
  summary: 'One part',
  access: 'public',
  cacheable: true,
  params: idParams,
  response: productSchema,
})

export const createProduct = defineEndpoint({
  ...routes.createProduct,
  summary: 'Add a part',
  access: { permission: 'catalog.write' },
  body: newProductSchema,
  response: productSchema,
  status: 201,
  idempotent: true,
})

export const updateProduct = defineEndpoint({
  ...routes.updateProduct,
  summary: 'Change the given fields of a part',
  access: { permission: 'catalog.write' },
  params: idParams,
  body: productChangeSchema,
  response: changedProductSchema,
  errors: ['stock_changed', 'insufficient_stock'],
})

export const deleteProduct = defineEndpoint({
  ...routes.deleteProduct,
  summary: 'Archive a part: it is no longer listed, its orders stay',
  access: { permission: 'catalog.write' },
  params: idParams,
  response: deletionSchema,
})

export const uploadImage = defineEndpoint({
  ...routes.uploadImage,
  summary: 'Upload an image; returns its path',
  // of a part, or the shop's logo
  access: { permission: ['catalog.write', 'settings.write'] },
  rawBody: pictureFiles,
  response: z.object({ img: z.string(), width: z.int(), height: z.int() }),
  status: 201,
  errors: ['image_unreadable'],
})
