/** A path without a page, to which server and browser route malformed URLs (see malformed-address.ts). */
export const MISSING_PAGE = '/page-not-found'
