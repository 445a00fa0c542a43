import { expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { normalAddress } from './normal-address.ts'
import { storeUrl } from './store-url.ts'

const ORIGIN = 'http://localhost:3000'
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
])('%s is %s', (address, expected) => {
  expect(normal(address)).toBe(expected)
})

const word = fc.string({ unit: fc.constantFrom(...'aq.-_%/=&?+ é'), maxLength: 6 })
const address = fc
  .tuple(fc.array(word, { maxLength: 3 }), fc.array(fc.tuple(fc.constantFrom(...KNOWN, 'x', ''), word)))
  .map(([path, query]) => `/${path.join('/')}?${query.map((pair) => pair.join('=')).join('&')}`)

test('of however many spellings there is one that is normal, and its own normal form', () => {
  fc.assert(
    fc.property(address, (given) => {
      const once = normal(given)
      expect(normal(once)).toBe(once)
      const url = storeUrl(once, ORIGIN)
      expect(url.pathname + url.search).toBe(once)
      const names = [...url.searchParams.keys()]
      expect(names).toEqual(names.filter((name) => KNOWN.includes(name)).toSorted())
    }),
    { numRuns: 2000 },
  )
})
