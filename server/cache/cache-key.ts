/** What answers an address. Each kind has keys of its own, so that no answer is found under the address of another. */
export type Kind = 'api' | 'page' | 'sitemap'

/** The key of the answer of this kind to an address in its normal form. */
export function cacheKey(kind: Kind, address: string): string {
  return `${kind} ${address}`
}

/** The key under which an answer to this request may be stored: another spelling of the address finds none. */
export function keyOfRequest(address: string): string {
  return cacheKey(kindOf(address), address)
}

function kindOf(address: string): Kind {
  if (address.startsWith('/api/')) return 'api'
  return address.startsWith('/sitemap') ? 'sitemap' : 'page'
}
