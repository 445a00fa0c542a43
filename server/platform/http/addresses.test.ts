import { expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { someRuns } from '#tests/support/thoroughness.ts'
import { normalAddress, routableAddress, storeUrl } from './addresses.ts'

const ORIGIN = 'http://localhost:3000'

test.each([
  ['/', '/'],
  ['/parts?q=a//b/../c\\d#e', '/parts?q=a//b/../c\\d#e'],
  ['/parts/?q=%ff', '/parts/?q=%ff'],
  ['/api/user/a%2Fb%40example.com', '/api/user/a%2Fb%40example.com'],
  ['/blogs/caf%C3%A9%20au%20lait', '/blogs/caf%C3%A9%20au%20lait'],
  ['/.well-known/x..y/...', '/.well-known/x..y/...'],
  ['http://other.example', '/'],
  ['http://other.example?q=/api/service/1', '/?q=/api/service/1'],
  ['HTTPS://other.example/api/service?q=1', '/api/service?q=1'],
])('%s is routed as %s', (address, expected) => {
  expect(routableAddress(address)).toBe(expected)
})

test.each([
  ['//', ''],
  ['/parts//', ''],
  ['//api/service', ''],
  ['/\\api/service', ''],
  ['/x/%2e%2e/api/service', ''],
  ['/x/.%2E', ''],
  ['/parts#x', ''],
  ['/parts/%ff?q=1', ''],
  ['*', ''],
  ['http://other.example//parts', ''],
  ['/api/./service', '/api'],
  ['/api//service', '/api'],
  ['/api/service#x', '/api'],
  ['/api/%', '/api'],
  ['/apis/../api', ''],
  ['/identity/%zz', '/identity'],
  ['/payments/v1/..', '/payments'],
  ['/uploads/..\\x', '/uploads'],
  ['/assets/%2e', '/assets'],
])('%s is routed to the missing page below “%s”', (address, prefix) => {
  expect(routableAddress(address)).toBe(`${prefix}/page-not-found`)
})

const token = fc.constantFrom(...'/.%2eEfF\\#?:@aé', '%2e', '%2f', '%5c', '%c3%a9', '%ff', 'api')
const path = fc.array(token, { maxLength: 12 }).map((tokens) => `/${tokens.join('')}`)

test('a URL parser changes nothing but escapes in the path of a routed address', () => {
  fc.assert(
    fc.property(path, (address) => {
      const routed = routableAddress(address)
      const [read = ''] = routed.split('?', 1)
      const { pathname } = new URL(`http://localhost${routed}`)
      expect(decodeURI(pathname)).toBe(decodeURI(read))
    }),
    { numRuns: someRuns(5000) },
  )
})

test.each([
  ['/parts?q=disc&q=%20#x', `${ORIGIN}/parts?q=disc&q=%20%23x`],
  ['/parts?next=/a?b', `${ORIGIN}/parts?next=/a?b`],
  ['//evil.example/parts', `${ORIGIN}//evil.example/parts`],
  ['//', `${ORIGIN}//`],
  ['/\\', `${ORIGIN}//`],
  ['//[', `${ORIGIN}//[`],
  ['//a:99999/', `${ORIGIN}//a:99999/`],
  ['http://evil.example:99999/api/service?limit=1', `${ORIGIN}/api/service?limit=1`],
  ['HTTPS://evil.example', `${ORIGIN}/`],
  ['*', `${ORIGIN}/*`],
])('the request target %s gives the URL %s', (address, expected) => {
  expect(storeUrl(address, ORIGIN).href).toBe(expected)
})

const KNOWN = ['after', 'category', 'q', 'sort']
const normal = (address: string) => normalAddress(address, ORIGIN, (name) => KNOWN.includes(name))

test.each([
  ['/', '/'],
  ['/parts', '/parts'],
  ['/parts?', '/parts'],
  ['/parts?utm_source=x', '/parts'],
  ['/parts?q=disc&category=tools', '/parts?category=tools&q=disc'],
  ['/parts?q=b&x=1&q=a', '/parts?q=b&q=a'],
  ['/parts?sort=name&q=b%20&after=&q=a', '/parts?after=&q=b+&q=a&sort=name'],
  ['/parts?sort=name&q=b&after=&q=a', '/parts?after=&q=b&q=a&sort=name'],
  ['/parts?q=a%20b', '/parts?q=a+b'],
  ['/parts?q=%61', '/parts?q=a'],
  ['/a/../parts', '/parts'],
  ['/a/./parts?q=1', '/a/parts?q=1'],
  ['http://evil.example/parts?q=1', '/parts?q=1'],
])('the normal form of %s is %s', (address, expected) => {
  expect(normal(address)).toBe(expected)
})

const word = fc.string({ unit: fc.constantFrom(...'aq.-_%/=&?+ é'), maxLength: 6 })
const address = fc
  .tuple(fc.array(word, { maxLength: 3 }), fc.array(fc.tuple(fc.constantFrom(...KNOWN, 'x', ''), word)))
  .map(([path, query]) => `/${path.join('/')}?${query.map((pair) => pair.join('=')).join('&')}`)

test('a normal address is its own normal form, and has only known parameters, sorted', () => {
  fc.assert(
    fc.property(address, (given) => {
      const once = normal(given)
      expect(normal(once)).toBe(once)
      const url = storeUrl(once, ORIGIN)
      expect(url.pathname + url.search).toBe(once)
      const names = [...url.searchParams.keys()]
      expect(names).toEqual(names.filter((name) => KNOWN.includes(name)).toSorted())
    }),
    { numRuns: someRuns(2000) },
  )
})
