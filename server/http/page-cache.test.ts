import { expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'

test('long addresses count: the cache stays within its bytes', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  let renders = 0
  const render = async () => {
    renders += 1
    return { status: 200, headers: {}, body: Buffer.from('page') }
  }
  const address = (page: number) => `/drawings/tyre.svg?x=${page}${'x'.repeat(15_000)}`
  for (let page = 0; page < 10; page += 1) await cache.get(address(page), render)
  await cache.get(address(9), render)
  expect(renders).toBe(10)
  await cache.get(address(0), render)
  expect(renders).toBe(11)
})
