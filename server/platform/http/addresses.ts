import { MISSING_PAGE, NOT_NORMAL } from '#contract/platform/missing-page.ts'

/** Prefixes below which no error is an HTML page of the store. */
const PREFIX = /^\/(?:api|identity|payments|uploads|assets)(?=[/?]|$)/
const HOST = /^https?:\/\/[^/?#]*\/?/i

/** The address to route by. A path that router and URL parser could read differently becomes an unknown one. */
export function routableAddress(address: string): string {
  const local = address.replace(HOST, '/')
  const [path = ''] = local.split('?', 1)
  if (!NOT_NORMAL.test(path) && isDecodable(path)) return local
  return `${PREFIX.exec(path)?.[0] ?? ''}${MISSING_PAGE}`
}

export function hasOwnErrorFormat(address: string): boolean {
  return PREFIX.test(address)
}

export function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The URL of a request on this store, for any request line: a host in it is ignored, and every text parses. */
export function storeUrl(address: string, origin: string): URL {
  const url = new URL(origin)
  const [path = '/', ...query] = address.replace(/^https?:\/\/[^/?]*/i, '').split('?')
  url.pathname = path
  url.search = query.join('?')
  return url
}

/** Addresses that need only sorting and removal of unknown parameters. */
const PLAIN = /^(?:\/[\w-]+(?:\.[\w-]+)*)+(?:\?[\w.-]+=[\w.,-]*(?:&[\w.-]+=[\w.,-]*)*)?$/

/** The path and the known parameters in sorted order: one cache key for most spellings of an address. */
export function normalAddress(address: string, origin: string, isKnown: (name: string) => boolean): string {
  if (PLAIN.test(address)) return sortPlain(address, isKnown)
  const url = storeUrl(address, origin)
  const known = [...url.searchParams].filter(([name]) => isKnown(name))
  const query = new URLSearchParams(known.sort(([a], [b]) => compare(a, b)))
  return url.pathname + (query.size > 0 ? `?${query}` : '')
}

function sortPlain(address: string, isKnown: (name: string) => boolean): string {
  const start = address.indexOf('?')
  if (start < 0) return address
  const pairs = address.slice(start + 1).split('&')
  const known = pairs.filter((pair) => isKnown(nameOf(pair)))
  const query = known.sort((a, b) => compare(nameOf(a), nameOf(b))).join('&')
  return address.slice(0, start) + (query ? `?${query}` : '')
}

function nameOf(pair: string): string {
  return pair.slice(0, pair.indexOf('='))
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
