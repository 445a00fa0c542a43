export const uiTexts = {
  areYouSure: 'Are you sure?',
  cancel: 'Cancel',
  retry: 'Retry',
  loading: 'Loading',
  dismiss: 'Dismiss',
  notices: 'Notices',
  required: 'required',
  lessOf: (label: string) => `One less: ${label}`,
  moreOf: (label: string) => `One more: ${label}`,
  nextPage: 'Next page',
  previousPage: 'Previous page',
  firstPage: 'First page',
  pages: 'Pages',
  range: (from: string, to: string) => (from === to ? from : `${from}–${to}`),
  rangeOf: (range: string, count: string) => `${range} of ${count}`,
  inAll: (count: string) => `${count} in all`,
  moreThan: (count: string) => `${count}+`,
  connectionLost:
    'The store could not be reached. Check your connection and try again; nothing you typed is lost.',
  partLost:
    'A part of this page did not arrive. Check your connection and reload the page: what you typed, passwords aside, is kept.',
  pageLost:
    'The page did not arrive, and this one stays open. The store may be changing just now: try again.',
  somethingWrongText: 'The page could not be shown. Try again; if it stays, come back in a moment.',
  noScriptTitle: 'This page needs JavaScript',
  noScriptText: 'Signing in needs JavaScript, and it is off in this browser. Parts can be read without.',
  readMore: 'Read more',
  readLess: 'Read less',
} as const

export function starsText(filled: number): string {
  return `${filled} out of 5`
}

export function starChoiceText(stars: number): string {
  return stars === 1 ? '1 star' : `${stars} stars`
}

export const carouselTexts = {
  previous: (label: string) => `Previous: ${label}`,
  next: (label: string) => `Next: ${label}`,
  pause: (label: string) => `Pause: ${label}`,
  play: (label: string) => `Play: ${label}`,
  slide: (label: string, number: number, count: number) => `${label} ${number} of ${count}`,
  region: (label: string) => `${label}, carousel`,
}
