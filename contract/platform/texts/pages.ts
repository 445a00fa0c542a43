export const pageTexts = {
  notFoundTitle: 'Page not found',
  notFoundHeading: 'No such sheet',
  notFoundText:
    'This page is not in our catalogue, or not any more. Search by name or part number, or start here.',
  notFoundPicture: 'Drawing of a part that is not there, sheet 404',
  busyTitle: 'One moment, please',
  tryAgain: 'Try again',
  home: 'Home',
  allParts: 'All parts',
  failed: ['Something went wrong', 'The page could not be shown. Check your connection and try again.'],
  badRequest: ['This address does not work', 'Part of the address is not valid. Start again from all parts.'],
} as const
