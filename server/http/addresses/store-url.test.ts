import { expect, test } from 'vitest'
import { storeUrl } from './store-url.ts'

const ORIGIN = 'http://localhost:3000'

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
])('%s is an address of this store', (address, expected) => {
  expect(storeUrl(address, ORIGIN).href).toBe(expected)
})
