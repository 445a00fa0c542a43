import { setImmediate as settled } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPublisher, monitorListener } from './listener.ts'

/** A connection that answers its latest heartbeat when the test allows it. */
function openListener() {
  const heartbeats: PromiseWithResolvers<void>[] = []
  const listener = monitorListener(() => {
    const heartbeat = Promise.withResolvers<void>()
    heartbeats.push(heartbeat)
    return heartbeat.promise
  })
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    await settled()
  }
  const answer = async () => {
    heartbeats.at(-1)?.resolve()
    await settled()
  }
  return { listener, heartbeats, pass, answer }
}

describe('heartbeat', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  test('a connection is fresh for 200 ms from the sending of an answered heartbeat', async () => {
    const { listener, heartbeats, pass, answer } = openListener()
    expect(listener.isUpToDate()).toBe(false)
    await pass(140)
    await answer()
    expect(listener.isUpToDate()).toBe(true)
    await pass(60)
    expect(listener.isUpToDate()).toBe(true)
    await pass(1)
    expect(listener.isUpToDate()).toBe(false)
    expect(heartbeats).toHaveLength(2)
  })

  test('requests to the cache send a heartbeat about every 100 ms; without requests the monitor sends none', async () => {
    const { listener, heartbeats, pass, answer } = openListener()
    for (let ms = 0; ms < 1000; ms += 10) {
      listener.isUpToDate()
      await answer()
      await pass(10)
    }
    expect(heartbeats.length).toBeGreaterThanOrEqual(9)
    expect(heartbeats.length).toBeLessThanOrEqual(11)
    const before = heartbeats.length
    await pass(60_000)
    expect(heartbeats).toHaveLength(before)
  })

  test('concurrent requests share one heartbeat and wait for it', async () => {
    const { listener, heartbeats, answer } = openListener()
    const requests = Promise.all(Array.from({ length: 20 }, () => listener.waitUntilUpToDate()))
    await answer()
    expect(await requests).toEqual(Array.from({ length: 20 }, () => true))
    expect(heartbeats).toHaveLength(1)
  })

  test('a silent connection is waited for once: until it answers, later requests do not wait', async () => {
    const { listener, heartbeats, pass, answer } = openListener()
    const first = listener.waitUntilUpToDate()
    await pass(500)
    expect(await first).toBe(false)
    expect(await listener.waitUntilUpToDate()).toBe(false)
    expect(heartbeats).toHaveLength(1)
    await pass(1000)
    await answer()
    expect(listener.isUpToDate()).toBe(false)
    const second = listener.waitUntilUpToDate()
    await answer()
    expect(await second).toBe(true)
  })

  test('a slow answer serves requests of the 200 ms after its heartbeat; a later one sends another heartbeat', async () => {
    const { listener, heartbeats, pass, answer } = openListener()
    const early = listener.waitUntilUpToDate()
    await pass(190)
    const soon = listener.waitUntilUpToDate()
    await pass(100)
    const late = listener.waitUntilUpToDate()
    await pass(100)
    await answer()
    expect([await early, await soon]).toEqual([true, true])
    expect(heartbeats).toHaveLength(2)
    await answer()
    expect(await late).toBe(true)
  })

  test('a connection that fails is not fresh, and gets a new heartbeat', async () => {
    const { listener, heartbeats } = openListener()
    const request = listener.waitUntilUpToDate()
    heartbeats[0]?.reject(new Error('broken'))
    expect(await request).toBe(false)
    void listener.waitUntilUpToDate()
    expect(heartbeats).toHaveLength(2)
  })
})

/** A pool that records published payloads, after failing the first `failures` times. */
function openPool({ failures = 0, onFailure = () => {} } = {}) {
  const published: unknown[] = []
  let queries = 0
  return {
    published,
    pool: {
      async query(_sql: string, values: unknown[]) {
        queries += 1
        if (queries <= failures) {
          onFailure()
          throw new Error('the database is unavailable')
        }
        published.push(values[1])
      },
    },
  }
}

test('tags of successive calls are published in one notification, each once', async () => {
  const { published, pool } = openPool()
  const publisher = createPublisher(pool, 'me')
  publisher.publish(['product:a'])
  publisher.publish(['product:b', 'product:a'])
  await expect.poll(() => published).toEqual([['@me product:a product:b']])
  publisher.publish(['product:a'])
  await expect.poll(() => published).toEqual([['@me product:a product:b'], ['@me product:a']])
})

test('failed tags are published again, with newer ones', async () => {
  const { published, pool } = openPool({ failures: 2, onFailure: () => publisher.publish(['product:b']) })
  const publisher = createPublisher(pool, 'me')
  publisher.publish(['product:a'])
  await expect.poll(() => published).toEqual([['@me product:b product:a']])
})

test('an instance that stops publishes the remaining tags', async () => {
  const { published, pool } = openPool()
  const publisher = createPublisher(pool, 'me')
  publisher.publish(['products'])
  await publisher.stop()
  expect(published).toEqual([['@me products']])
})
