import { MISSING_PAGE } from '#contract/missing-page.ts'
import { storeUrl } from './store-url.ts'

/** What answers an address that it does not know in a form of its own. */
const NO_PAGES = /^\/(?:api|identity|payments|uploads|assets)(?:\/|$)/

/**
 * The address to route by. The router takes none whose escapes do not decode, so a page asked for by such a one
 * is looked for where none is, and the not-found page answers as for any other unknown address.
 */
export function routableAddress(address: string, method: string | undefined, origin: string): string {
  if (!address.includes('%') || (method !== 'GET' && method !== 'HEAD')) return address
  const { pathname } = storeUrl(address, origin)
  return isDecodable(pathname) || NO_PAGES.test(pathname) ? address : MISSING_PAGE
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURI(pathname)
    return true
  } catch {
    return false
  }
}
