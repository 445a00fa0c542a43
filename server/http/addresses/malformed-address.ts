import { MISSING_PAGE } from '#contract/missing-page.ts'

/** What answers an address that it does not know in a form of its own; all else is answered by pages. */
const PREFIX = /^\/(?:api|identity|payments|uploads|assets)(?=[/?]|$)/
/** The host and the first slash of an address as clients write it to a proxy. */
const HOST = /^https?:\/\/[^/?#]*\/?/i
/**
 * What a URL parser would resolve, cut off or turn into a slash: empty and dot segments, backslashes and fragments. And
 * escapes of letters, digits, `-`, `.`, `_` and `~`, which RFC 3986 § 6.2.2.2 writes plainly.
 */
const NOT_NORMAL = /^[^/]|\/\/|\/\.{1,2}(?:\/|$)|[\\#]|%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i

/**
 * The address to route by: path and query. The router reads a path as it is written, the pages as a URL parser
 * resolves it; a path that the two could read differently, or whose escapes do not decode, becomes one that does not
 * exist, so that nothing is looked up, rendered or stored for it.
 */
export function routableAddress(address: string): string {
  const local = address.replace(HOST, '/')
  const [path = ''] = local.split('?', 1)
  if (!NOT_NORMAL.test(path) && isDecodable(path)) return local
  return `${PREFIX.exec(path)?.[0] ?? ''}${MISSING_PAGE}`
}

/** Whether an address is below a prefix that is no page's. */
export function isOfPrefix(address: string): boolean {
  return PREFIX.test(address)
}

/** Whether all escapes of a text are UTF-8. */
export function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
