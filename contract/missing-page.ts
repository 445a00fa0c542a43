/** A path without a page, to which the server and the start script of pages route malformed addresses. */
export const MISSING_PAGE = '/page-not-found'
