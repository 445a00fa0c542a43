import type { Product } from '#contract/catalog/products/products.ts'
import { productTexts as texts } from '#contract/catalog/products/texts.ts'
import type { Review, ReviewScore } from '#contract/catalog/reviews/reviews.ts'
import { partsAddress } from '../parts-address.ts'
import { stockOf } from '../stock.tsx'

export type Score = { average: number; count: number; stars: number[] }

/** The score as the page and its structured data show it: the mean to one decimal; none without reviews. */
export function toShownScore({ count, average, stars }: ReviewScore): Score | undefined {
  if (average === null) return undefined
  return { average: Math.round(average * 10) / 10, count, stars }
}

type StructuredDataInput = {
  part: Product
  picture: string
  categoryName: string
  /** Null for a part without one. */
  subcategoryName: string | null
  reviews: Review[]
  score: Score | undefined
  origin: string
}

/** The part, and where it lies in the shop, as the page shows both. */
export function structuredData(input: StructuredDataInput) {
  return [productData(input), breadcrumbData(input)]
}

function breadcrumbData({ part, categoryName, subcategoryName, origin }: StructuredDataInput) {
  const pages = [
    { name: texts.home, item: `${origin}/` },
    { name: categoryName, item: origin + partsAddress({ category: part.category }) },
    ...(subcategoryName === null || part.subcategory === null
      ? []
      : [
          {
            name: subcategoryName,
            item: origin + partsAddress({ category: part.category, subcategory: part.subcategory }),
          },
        ]),
    { name: part.productName, item: `${origin}/parts/${part._id}` },
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: pages.map((page, index) => ({ '@type': 'ListItem', position: index + 1, ...page })),
  }
}

function productData({ part, picture, categoryName, reviews, score, origin }: StructuredDataInput) {
  const url = `${origin}/parts/${part._id}`
  const { isOut } = stockOf({ minimumOrder: part.minimumOrder, available: part.availableQuantity })
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': url,
    url,
    name: part.productName,
    description: part.description,
    image: new URL(picture, url).href,
    // the number on the box; the id only where a part has none
    sku: part.partNumber ?? part._id,
    ...(part.partNumber && { mpn: part.partNumber }),
    ...(part.brand && { brand: { '@type': 'Brand', name: part.brand } }),
    category: categoryName,
    ...(part.attributes.length > 0 && { additionalProperty: part.attributes.map(toPropertyData) }),
    offers: {
      '@type': 'Offer',
      url,
      price: part.price,
      priceCurrency: part.currency.toUpperCase(),
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${isOut ? 'OutOfStock' : 'InStock'}`,
    },
    ...(score && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: score.average,
        reviewCount: score.count,
        bestRating: 5,
      },
      review: reviews.slice(0, 5).map(toReviewData),
    }),
  }
}

function toReviewData(review: Review) {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name: review.name },
    datePublished: review.createdAt.slice(0, 10),
    reviewBody: review.description,
    reviewRating: { '@type': 'Rating', ratingValue: review.rating, bestRating: 5 },
  }
}

/** Codes of UN/CEFACT, which search engines read; a unit without one is told by its name only. */
const unitCodes: Record<string, string> = {
  mm: 'MMT',
  in: 'INH',
  m: 'MTR',
  km: 'KMT',
  kg: 'KGM',
  t: 'TNE',
  l: 'LTR',
  Ah: 'AMH',
  A: 'AMP',
  V: 'VLT',
  W: 'WTT',
  kW: 'KWT',
  Nm: 'NU',
  bar: 'BAR',
  '%': 'P1',
  '°C': 'CEL',
  kΩ: 'B49',
}

function toPropertyData({ name, value, text, kind, unit }: Product['attributes'][number]) {
  const unitCode = unit === null ? undefined : unitCodes[unit]
  return {
    '@type': 'PropertyValue',
    name,
    // a choice by its name, not its key
    value: kind === 'choice' ? text : value,
    ...(unit !== null && { unitText: unit }),
    ...(unitCode && { unitCode }),
  }
}

const SUMMARY_LENGTH = 155

export function summaryOf(description: string): string {
  const text = description.replace(/\s+/g, ' ').trim()
  if (text.length <= SUMMARY_LENGTH) return text
  // removes the last word, which may be cut; in a text without spaces, half of a surrogate pair
  return `${text.slice(0, SUMMARY_LENGTH).replace(/\s+\S*$|[\uD800-\uDBFF]$/, '')} …`
}
