import { storeUrl } from '../http/store-url.ts'

/** Nothing in it is written in more than one way, but for the order of its parameters. */
const PLAIN = /^(?:\/[\w-]+(?:\.[\w-]+)*)+(?:\?[\w-]+=[\w.-]*(?:&[\w-]+=[\w.-]*)*)?$/

/** The path and the named parameters, sorted: the same for every spelling that gives the same answer. */
export function normalAddress(address: string, origin: string, knows: (name: string) => boolean): string {
  if (PLAIN.test(address) && isInOrder(address, knows)) return address
  const url = storeUrl(address, origin)
  const known = [...url.searchParams].filter(([name]) => knows(name))
  const query = new URLSearchParams(known.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  return url.pathname + (query.size > 0 ? `?${query}` : '')
}

/** Whether it has known parameters alone, each once, sorted. */
function isInOrder(address: string, knows: (name: string) => boolean): boolean {
  const start = address.indexOf('?')
  if (start < 0) return true
  let former = ''
  for (const pair of address.slice(start + 1).split('&')) {
    const name = pair.slice(0, pair.indexOf('='))
    if (name <= former || !knows(name)) return false
    former = name
  }
  return true
}
