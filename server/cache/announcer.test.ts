import { expect, test } from 'vitest'
import { createAnnouncer } from './announcer.ts'

/** Takes what is announced, after refusing the first `refusals` times. */
function listen({ refusals = 0, onRefusal = () => {} } = {}) {
  const heard: unknown[] = []
  let asked = 0
  return {
    heard,
    pool: {
      async query(_sql: string, values: unknown[]) {
        asked += 1
        if (asked <= refusals) {
          onRefusal()
          throw new Error('the database is away')
        }
        heard.push(values[1])
      },
    },
  }
}

test('what comes together is told together, each tag once', async () => {
  const { heard, pool } = listen()
  const announcer = createAnnouncer(pool, 'me')
  announcer.announce(['product:a'])
  announcer.announce(['product:b', 'product:a'])
  await expect.poll(() => heard).toEqual([['@me product:a product:b']])
  announcer.announce(['product:a'])
  await expect.poll(() => heard).toEqual([['@me product:a product:b'], ['@me product:a']])
})

test('what the database did not take is told again, with what came meanwhile', async () => {
  const { heard, pool } = listen({ refusals: 2, onRefusal: () => announcer.announce(['product:b']) })
  const announcer = createAnnouncer(pool, 'me')
  announcer.announce(['product:a'])
  await expect.poll(() => heard).toEqual([['@me product:b product:a']])
})

test('an instance that stops tells what is left', async () => {
  const { heard, pool } = listen()
  const announcer = createAnnouncer(pool, 'me')
  announcer.announce(['products'])
  await announcer.stop()
  expect(heard).toEqual([['@me products']])
})
