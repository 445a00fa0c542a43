/**
 * The address of a request on this store, whatever its first line says: neither `//host/x` nor `http://host/x`
 * names another, and no text fails to parse.
 */
export function storeUrl(address: string, origin: string): URL {
  const url = new URL(origin)
  const [path = '/', ...query] = address.replace(/^https?:\/\/[^/?]*/i, '').split('?')
  url.pathname = path
  url.search = query.join('?')
  return url
}
