/** An address that no page has: server and browser route to it what is not well formed (see malformed-address.ts). */
export const MISSING_PAGE = '/page-not-found'
