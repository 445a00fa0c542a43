/** An address that no page has: server and browser look there for what an address asks whose escapes do not decode. */
export const MISSING_PAGE = '/page-not-found'
