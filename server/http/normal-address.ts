import { storeUrl } from './store-url.ts'

/** The path and the named parameters, sorted: the same for every spelling that gives the same answer. */
export function normalAddress(address: string, origin: string, knows: (name: string) => boolean): string {
  const url = storeUrl(address, origin)
  const known = [...url.searchParams].filter(([name]) => knows(name))
  const query = new URLSearchParams(known.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  return url.pathname + (query.size > 0 ? `?${query}` : '')
}
