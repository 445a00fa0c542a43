import { expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { routableAddress } from './malformed-address.ts'

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
])('%s is no address, and answered as an unknown one below “%s”', (address, prefix) => {
  expect(routableAddress(address)).toBe(`${prefix}/page-not-found`)
})

const piece = fc.constantFrom(...'/.%2eEfF\\#?:@aé', '%2e', '%2f', '%5c', '%c3%a9', '%ff', 'api')
const path = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`)

test('of an address that is routed, a URL parser resolves nothing', () => {
  fc.assert(
    fc.property(path, (address) => {
      const routed = routableAddress(address)
      const [read = ''] = routed.split('?', 1)
      const { pathname } = new URL(`http://localhost${routed}`)
      expect(decodeURI(pathname)).toBe(decodeURI(read))
    }),
    { numRuns: 5000 },
  )
})
