/** The page of a part. */
export const partPageTexts = {
  buy: (name: string) => `Buy ${name}`,
  buyBar: (name: string) => `Buy bar: ${name}`,
  sum: (quantity: string, price: string) => `${quantity} × ${price}`,
  available: (count: string) => `${count} in stock`,
  few: (count: string) => `${count} left`,
  minimum: (count: string) => `Minimum order ${count}`,
  data: 'Data',

  pictures: 'Pictures',
  showPicture: (number: number, count: number) => `Picture ${number} of ${count}`,
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  previous: 'Previous picture',
  next: 'Next picture',
  close: 'Close',
  scroll: 'Picture, scroll to move',

  scoreLink: (average: string, count: string) => `${average} out of 5, reviews: ${count}`,
  scoreOf: (count: string) => (count === '1' ? 'out of 5, 1 review' : `out of 5, ${count} reviews`),
  stars: (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`),
  shownOf: (shown: string, count: string) => `${shown} of ${count} reviews`,
  moreReviews: 'Show more reviews',
  firstReviews: 'Newest reviews',

  goesTogether: 'Goes together with',
  thisPart: 'this part',
  partsAndUnits: (parts: string, units: string) =>
    `${parts === '1' ? '1 part' : `${parts} parts`}, ${units === '1' ? '1 unit' : `${units} units`}`,
  together: 'Together',
  addAll: 'Add all',

  similar: 'Similar parts',
  wholeCategory: 'Whole category',

  share: 'Share',
  copied: 'The address of this page is copied.',
  copyByHand: (address: string) => `Copy the address: ${address}`,
  print: 'Print sheet',
} as const
