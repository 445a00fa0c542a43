import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import type { Review } from '#contract/catalog/reviews/reviews.ts'
import { examplePart } from '#tests/support/products/example-part.ts'
import { structuredData, summaryOf, toShownScore } from './structured-data.ts'

const part: Product = {
  ...examplePart,
  _id: 'p1',
  productName: 'Disc',
  img: '/drawings/brake-disc.svg?d=280',
  description: 'Vented.',
  price: 64.9,
  // below the minimum order of 2
  availableQuantity: 1,
}

function review(rating: number): Review {
  return {
    _id: String(rating),
    name: 'Ada',
    img: null,
    description: 'Fits.',
    rating,
    productId: 'p1',
    createdAt: '2026-02-03T10:00:00.000Z',
  }
}

const rest = {
  categoryName: 'Body & Drive',
  subcategoryName: null,
  reviews: [],
  score: undefined,
  origin: 'https://shop.example',
}

test('the score is shown as the mean to one decimal, and not without reviews', () => {
  const stars = [0, 0, 0, 2, 1]
  expect(toShownScore({ count: 3, average: 13 / 3, stars })).toEqual({ average: 4.3, count: 3, stars })
  expect(toShownScore({ count: 0, average: null, stars: [0, 0, 0, 0, 0] })).toBeUndefined()
})

test('the structured data has price, availability, part number and absolute addresses', () => {
  const [data] = structuredData({
    part,
    picture: part.img,
    categoryName: 'Body & Drive',
    subcategoryName: null,
    reviews: [],
    score: undefined,
    origin: 'https://shop.example',
  })
  expect(data).toMatchObject({
    '@type': 'Product',
    url: 'https://shop.example/parts/p1',
    image: 'https://shop.example/drawings/brake-disc.svg?d=280',
    sku: 'BR-1',
    mpn: 'BR-1',
    offers: { price: 64.9, priceCurrency: 'USD', availability: 'https://schema.org/OutOfStock' },
  })
  expect(data).not.toHaveProperty('brand')
  expect(data).not.toHaveProperty('aggregateRating')
})

test('a part without a number is known by its id', () => {
  const numberless = { ...part, partNumber: null }
  const [data] = structuredData({
    part: numberless,
    picture: numberless.img,
    categoryName: 'Body & Drive',
    subcategoryName: null,
    reviews: [],
    score: undefined,
    origin: 'https://shop.example',
  })
  expect(data).toMatchObject({ sku: 'p1' })
  expect(data).not.toHaveProperty('mpn')
})

test('the breadcrumb leads from Home by the category to the part', () => {
  const [, data] = structuredData({
    part,
    picture: part.img,
    categoryName: 'Body & Drive',
    subcategoryName: null,
    reviews: [],
    score: undefined,
    origin: 'https://shop.example',
  })
  expect(data).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: 'Home', item: 'https://shop.example/' },
      { position: 2, name: 'Body & Drive', item: 'https://shop.example/parts?category=body' },
      { position: 3, name: 'Disc', item: 'https://shop.example/parts/p1' },
    ],
  })
})

test('the structured data has the attributes, numbers with the codes of their units', () => {
  const shown = { inTable: true, inTitle: false }
  const attributes = [
    {
      ...shown,
      key: 'diameter',
      name: 'Diameter',
      kind: 'number' as const,
      unit: 'mm',
      value: 280,
      text: '280 mm',
    },
    {
      ...shown,
      key: 'axle',
      name: 'Axle',
      kind: 'choice' as const,
      unit: null,
      value: 'front',
      text: 'Front',
    },
    {
      ...shown,
      key: 'gap',
      name: 'Gap',
      kind: 'number' as const,
      unit: 'furlong',
      value: 1,
      text: '1 furlong',
    },
  ]
  const [data] = structuredData({ ...rest, picture: part.img, part: { ...part, attributes } })
  expect(data).toMatchObject({
    additionalProperty: [
      { '@type': 'PropertyValue', name: 'Diameter', value: 280, unitCode: 'MMT', unitText: 'mm' },
      { name: 'Axle', value: 'Front' },
      { name: 'Gap', value: 1, unitText: 'furlong' },
    ],
  })
  expect(JSON.stringify(data)).not.toContain('"unitCode":"furlong"')
  const [without] = structuredData({
    ...rest,
    picture: part.img,
    part: { ...part, attributes: [] },
  })
  expect(without).not.toHaveProperty('additionalProperty')
})

test('the structured data has the reviews and their score', () => {
  const reviews = [review(5), review(4)]
  const score = { average: 4.5, count: 120, stars: [0, 0, 0, 60, 60] }
  const [data] = structuredData({
    part,
    picture: part.img,
    categoryName: 'Body & Drive',
    subcategoryName: null,
    reviews,
    score,
    origin: 'https://shop.example',
  })
  expect(data).toMatchObject({
    aggregateRating: { ratingValue: 4.5, reviewCount: 120 },
    review: [{ author: { name: 'Ada' }, datePublished: '2026-02-03' }, { reviewRating: { ratingValue: 4 } }],
  })
})

test.each([
  ['a short text is not cut', 'Vented disc.', 'Vented disc.'],
  ['several lines become one', ' Vented\n disc. ', 'Vented disc.'],
  ['a long text ends at a word', `${'word '.repeat(40)}`, `${'word '.repeat(31).trim()} …`],
  ['a text without spaces ends at a whole character', '🛞'.repeat(200), `${'🛞'.repeat(77)} …`],
])('%s', (_, description, summary) => {
  expect(summaryOf(description)).toBe(summary)
})

test('the breadcrumb of a part of a subcategory has it behind its category', () => {
  const [, data] = structuredData({
    part: { ...part, subcategory: 'brakes' },
    picture: part.img,
    categoryName: 'Body & Drive',
    subcategoryName: 'Brakes',
    reviews: [],
    score: undefined,
    origin: 'https://shop.example',
  })
  expect(data).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Home' },
      { position: 2, name: 'Body & Drive' },
      { position: 3, name: 'Brakes', item: 'https://shop.example/parts?category=body&subcategory=brakes' },
      { position: 4, name: part.productName },
    ],
  })
})
