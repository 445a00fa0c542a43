/** A path without a page, to which the server and the start script of pages route malformed addresses. */
export const MISSING_PAGE = '/page-not-found'
/** What a URL parser would resolve, cut off or turn into a slash, and escapes that RFC 3986 § 6.2.2.2 does not need. */
export const NOT_NORMAL =
  /^[^/]|\/\/|\/\.{1,2}(?:\/|$)|[\\#]|%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i
