import { storeUrl } from './store-url.ts'

/** Nothing in it is written in more than one way, but for the order of its parameters. */
const PLAIN = /^(?:\/[\w-]+(?:\.[\w-]+)*)+(?:\?[\w-]+=[\w.-]*(?:&[\w-]+=[\w.-]*)*)?$/

/** The path and the named parameters, sorted: the same for every spelling that gives the same answer. */
export function normalAddress(address: string, origin: string, knows: (name: string) => boolean): string {
  if (PLAIN.test(address)) return sortPlain(address, knows)
  const url = storeUrl(address, origin)
  const known = [...url.searchParams].filter(([name]) => knows(name))
  const query = new URLSearchParams(known.sort(([a], [b]) => compare(a, b)))
  return url.pathname + (query.size > 0 ? `?${query}` : '')
}

/** The same without taking the address apart as a URL. */
function sortPlain(address: string, knows: (name: string) => boolean): string {
  const start = address.indexOf('?')
  if (start < 0) return address
  const known = address
    .slice(start + 1)
    .split('&')
    .filter((pair) => knows(nameOf(pair)))
  const query = known.sort((a, b) => compare(nameOf(a), nameOf(b))).join('&')
  return address.slice(0, start) + (query ? `?${query}` : '')
}

function nameOf(pair: string): string {
  return pair.slice(0, pair.indexOf('='))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
