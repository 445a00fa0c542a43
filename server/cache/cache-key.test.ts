import { expect, test } from 'vitest'
import { cacheKey, type Kind, keyOfRequest } from './cache-key.ts'

const kinds: Kind[] = ['api', 'page', 'sitemap']
/** Addresses that name a kind themselves, as a client may write them. */
const addresses = [
  '/',
  '/parts',
  ...kinds.flatMap((kind) => [`/${kind}`, `${kind} /`, `/${kind} /parts`, kind]),
]

test('no two kinds or addresses share a key', () => {
  const keys = kinds.flatMap((kind) => addresses.map((address) => cacheKey(kind, address)))
  expect(new Set(keys).size).toBe(kinds.length * addresses.length)
})

test.each<[string, Kind]>([
  ['/api/service', 'api'],
  ['/api/service?q=page%20/', 'api'],
  ['/', 'page'],
  ['/api', 'page'],
  ['/parts?q=/api/service', 'page'],
  ['/page /api/service', 'page'],
  ['/sitemap.xml', 'sitemap'],
  ['/parts/sitemap.xml', 'page'],
])('a request for %s finds answers of its own kind alone: %s', (address, kind) => {
  const found = kinds.filter((one) => keyOfRequest(address) === cacheKey(one, address))
  expect(found).toEqual([kind])
})
