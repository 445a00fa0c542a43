/** Part cards, the list of parts, and the page of one part. */
export const productTexts = {
  minimumOrderQuantity: 'Minimum order quantity',
  productId: 'Product id',
  outOfStock: 'Out of stock',
  inStock: 'In stock',
  lowStock: 'Low stock',
  purchase: 'Purchase',
  purchasePart: (name: string) => `Purchase ${name}`,
  favourite: (name: string) => `Favourite: ${name}`,
  pictureOf: (name: string) => `Picture of ${name}`,
  allParts: 'All parts',
  allPartsText: 'Every part with its number, its drawing and what is on the shelf.',
  shelfText: (shelf: string) => `${shelf}: every part with its number, its drawing and what is on the shelf.`,
  found: (words: string) => `Parts for “${words}”`,
  list: 'Parts',
  categories: 'Categories',
  categoriesAndOrder: 'Categories and order',
  sortedBy: 'Sorted by',
  emptyShelf: 'This shelf is empty',
  breadcrumb: 'Breadcrumb',
  home: 'Home',
  plate: { part: 'Part', number: 'Number', shelf: 'Shelf', units: 'Units', millimetres: 'mm' },
  reviews: 'Reviews',
  noReviews: 'No reviews of this part yet',
  noReviewsText: 'Tell others how it fitted.',
  addReview: 'Add Review',
  score: (average: number, count: number) =>
    `${average} of 5, ${count === 1 ? '1 review' : `${count} reviews`}`,
  shelfOf: (category: string) => `More from ${category}`,
  wholeShelf: 'Whole shelf',
  morePictures: (name: string, number: number) => `${name}, picture ${number}`,
} as const

/** Sorts of the list, in the order in which they are offered. */
export const sortNames = {
  relevance: 'Best match',
  newest: 'Newest',
  price: 'Price, lowest first',
  '-price': 'Price, highest first',
  name: 'Name',
} as const
