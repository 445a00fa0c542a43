import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { someRuns } from '#tests/support/thoroughness.ts'
import { createResponse } from './response.ts'
import { type Computed, createResponseCache, type ResponseCache } from './response-cache.ts'
import type { Invalidation, Tag } from './tags.ts'

const KEYS = {
  '/a': ['product:a', 'products'],
  '/b': ['product:b'],
  '/ab': ['product:a', 'product:b'],
} as const
type Key = keyof typeof KEYS
const keys = ['/a', '/b', '/ab'] as const
const invalidations = ['product:a', 'product:b', 'products', 'product:*'] as const

const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('request' as const), key: fc.constantFrom(...keys) }),
  },
  { weight: 8, arbitrary: fc.record({ type: fc.constant('step' as const), which: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('invalidate' as const),
      tag: fc.constantFrom(...invalidations),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('publish' as const), tag: fc.constantFrom(...invalidations) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('deliver', 'cut', 'lose', 'connect', 'wait', 'fail', 'recover'),
    }),
  },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** Versioned data behind a cache. A response reads one value at a time, each when the test allows it. */
function createFixture() {
  const versions = new Map<Tag, number>()
  const cache = createResponseCache({
    maxBytes: 1e6,
    now: () => time,
    productMs: 10,
    isDatabaseUnavailable: () => isUnavailable,
  })
  let time = 0
  let isUnavailable = false
  let isCut = false
  const undelivered: Invalidation[] = []
  const reads: (() => void)[] = []
  const mistakes: string[] = []
  const requests: Promise<void>[] = []

  const versionOf = (tag: Tag) => versions.get(tag) ?? 0

  function commit(tag: Invalidation): void {
    const touched = tag === 'product:*' ? (['product:a', 'product:b'] as const) : ([tag] as Tag[])
    for (const one of touched) versions.set(one, versionOf(one) + 1)
  }

  function deliver(): void {
    if (undelivered.length > 0) cache.invalidate(undelivered.splice(0))
  }

  const listener = () => ({
    isUpToDate: () => !isCut && undelivered.length === 0,
    async waitUntilUpToDate() {
      if (!isCut) deliver()
      return !isCut
    },
  })

  async function compute(key: Key): Promise<Computed> {
    const read: Record<string, number> = {}
    for (const tag of KEYS[key]) {
      await new Promise<void>((resolve) => reads.push(resolve))
      read[tag] = versionOf(tag)
    }
    const body = Buffer.from(JSON.stringify(read))
    return { response: createResponse({ status: 200, headers: {}, body }), tags: new Set<Tag>(KEYS[key]) }
  }

  async function request(key: Key): Promise<void> {
    const before = KEYS[key].map((tag) => [tag, versionOf(tag)] as const)
    let served: Computed | undefined
    cache.serve(key, (cached) => {
      served = cached
      return true
    })
    const computed = served ?? (await cache.get(key, () => compute(key), { acceptsStale: true }))
    if (computed.stale) {
      if (!isUnavailable) mistakes.push(`${key} is stale while the database is available`)
      return
    }
    const shown: Record<string, number> = JSON.parse(computed.response?.identity.body.toString() ?? '{}')
    for (const [tag, version] of before)
      if ((shown[tag] ?? -1) < version) mistakes.push(`${key} shows ${tag} ${shown[tag]}, not ${version}`)
  }

  const run: { [T in Operation['type']]: (operation: Extract<Operation, { type: T }>) => void } = {
    request: ({ key }) => void requests.push(request(key)),
    step: ({ which }) => reads.splice(which % Math.max(1, reads.length), 1)[0]?.(),
    invalidate({ tag }) {
      commit(tag)
      cache.invalidate([tag])
    },
    publish({ tag }) {
      commit(tag)
      undelivered.push(tag)
    },
    deliver: () => void (isCut || deliver()),
    cut() {
      isCut = true
    },
    lose() {
      isCut = true
      cache.use(undefined)
    },
    connect() {
      isCut = false
      undelivered.length = 0
      cache.use(listener())
    },
    wait() {
      time += 7
    },
    fail() {
      isUnavailable = true
    },
    recover() {
      isUnavailable = false
    },
  }
  cache.use(listener())
  return { cache, run, reads, requests, mistakes }
}

const RUNS = someRuns(400, 4)

test('a response that is not stale shows all that was committed before its request, in random interleavings', async () => {
  let hits = 0
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 80 }), async (operations) => {
      const { cache, run, reads, requests, mistakes } = createFixture()
      for (const step of operations) {
        run[step.type](step as never)
        await settled()
      }
      while (reads.length > 0) {
        reads.shift()?.()
        await settled()
      }
      await Promise.all(requests)
      expect(mistakes).toEqual([])
      const stats = cache.stats()
      hits += stats.hits + stats.joined
    }),
    { numRuns: RUNS },
  )
  // A cache that stores nothing would pass, too.
  expect(hits).toBeGreaterThan(RUNS / 8)
})

const page = (text: string, tags: Tag[] | undefined = []): Computed => ({
  response: createResponse({ status: 200, headers: {}, body: Buffer.from(text) }),
  tags: tags && new Set(tags),
})
/** A response is stored when it is requested the second time. */
async function fill(cache: ResponseCache, key: string, computed: Computed): Promise<void> {
  for (let n = 0; n < 2; n += 1) await cache.get(key, async () => computed)
}

const bodyOf = ({ response }: Computed) => response?.identity.body.toString()

test('an invalidation of a tag invalidates the responses with it and no others', async () => {
  const cache = createResponseCache({ maxBytes: 1e6 })
  const shown: [string, Tag[]][] = [
    ['/a', ['product:a']],
    ['/list', ['products', 'product:a', 'product:b']],
    ['/b', ['product:b']],
    ['/reviews', ['review-of:a', 'reviews']],
    ['/blogs', []],
  ]
  const stillCached = async () => {
    const responses = shown.map(async ([key, tags]) => [
      key,
      bodyOf(await cache.get(key, async () => page('new', tags))),
    ])
    return (await Promise.all(responses)).filter(([, body]) => body === 'old').map(([key]) => key)
  }
  const refill = async () => {
    cache.invalidate(['*'])
    for (const [key, tags] of shown) await fill(cache, key, page('old', tags))
  }
  const expected: [Invalidation, string[]][] = [
    ['product:a', ['/b', '/reviews', '/blogs']],
    ['product:b', ['/a', '/reviews', '/blogs']],
    ['product:c', ['/a', '/list', '/b', '/reviews', '/blogs']],
    ['products', ['/a', '/b', '/reviews', '/blogs']],
    ['product:*', ['/reviews', '/blogs']],
    ['review-of:*', ['/a', '/list', '/b', '/blogs']],
    ['*', []],
  ]
  for (const [tag, left] of expected) {
    await refill()
    cache.invalidate([tag])
    expect([tag, await stillCached()]).toEqual([tag, left])
  }
})

test('a response is stored when it is requested a second time', async () => {
  const cache = createResponseCache({ maxBytes: 1e6 })
  const read = async () => {
    await cache.get('/', async () => page('page'))
    return cache.stats()
  }
  expect(await read()).toMatchObject({ hits: 0, misses: 1, entries: 0 })
  expect(await read()).toMatchObject({ hits: 0, misses: 2, entries: 1 })
  expect(await read()).toMatchObject({ hits: 1, misses: 2, entries: 1 })
  cache.invalidate(['*'])
  expect(await read()).toMatchObject({ hits: 1, misses: 3, entries: 1 })
})

test('errors, missing pages and responses without tags are computed again', async () => {
  const cache = createResponseCache({ maxBytes: 1e6 })
  const missing = {
    ...page(''),
    response: createResponse({ status: 404, headers: {}, body: Buffer.from('') }),
  }
  const computations: [string, () => Promise<Computed>][] = [
    ['/error', () => Promise.reject(new Error('unavailable'))],
    ['/missing', async () => missing],
    ['/no-tags', async () => ({ ...page(''), tags: undefined })],
  ]
  for (const [key, compute] of computations) {
    for (let n = 0; n < 2; n += 1) await cache.get(key, compute)
    expect(bodyOf(await cache.get(key, async () => page('again')))).toBe('again')
  }
})

test('responses that show products are computed again after a while, since a writer may end before it publishes', async () => {
  let time = 0
  const cache = createResponseCache({ maxBytes: 1e6, now: () => time, productMs: 5000 })
  const read = async (key: string, tags: Tag[]) =>
    bodyOf(await cache.get(key, async () => page(`at ${time}`, tags)))
  for (let n = 0; n < 2; n += 1) {
    await read('/part', ['product:a'])
    await read('/reviews', ['reviews'])
  }
  time = 5000
  expect([await read('/part', ['product:a']), await read('/reviews', ['reviews'])]).toEqual(['at 0', 'at 0'])
  time = 5001
  expect([await read('/part', ['product:a']), await read('/reviews', ['reviews'])]).toEqual([
    'at 5001',
    'at 0',
  ])
})

test('simultaneous requests share one computation, and those after an invalidation one more', async () => {
  const cache = createResponseCache({ maxBytes: 1e6 })
  const gates: (() => void)[] = []
  const compute = async () => {
    await new Promise<void>((resolve) => gates.push(resolve))
    return page(`computation ${gates.length}`, ['products'])
  }
  const read = () => Array.from({ length: 50 }, () => cache.get('/', compute))
  const early = read()
  await settled()
  cache.invalidate(['products'])
  const late = read()
  await settled()
  expect(gates).toHaveLength(2)
  for (const open of gates) open()
  await Promise.all([...early, ...late])
  const { misses, joined, hits, entries } = cache.stats()
  expect([misses, joined + hits, entries]).toEqual([2, 98, 1])
})

test('a response is not stored if the listener was replaced, or lost and replaced, during its computation', async () => {
  const cache = createResponseCache({ maxBytes: 1e6 })
  const listener = { isUpToDate: () => true, waitUntilUpToDate: async () => true }
  await fill(cache, '/', page('first'))
  for (const listeners of [[listener], [undefined, listener]]) {
    cache.use(listener)
    await cache.get('/', async () => {
      for (const next of listeners) cache.use(next)
      return page('old')
    })
    expect(bodyOf(await cache.get('/', async () => page('new')))).toBe('new')
  }
})

test('without a listener nothing cached is served, and nothing is stored', async () => {
  const cache = createResponseCache({ maxBytes: 1e6 })
  await fill(cache, '/', page('old'))
  expect(cache.stats().entries).toBe(1)
  cache.use(undefined)
  await cache.get('/', async () => page('old'))
  expect(bodyOf(await cache.get('/', async () => page('new')))).toBe('new')
  await fill(cache, '/other', page('old'))
  expect(cache.stats().entries).toBe(1)
})

test('while the database is unavailable cached responses are served, marked with their age', async () => {
  let time = 0
  let isUnavailable = false
  const cache = createResponseCache({
    maxBytes: 1e6,
    now: () => time,
    isDatabaseUnavailable: () => isUnavailable,
  })
  const listener = { isUpToDate: () => true, waitUntilUpToDate: async () => true }
  const read = (text: string, acceptsStale = true) => cache.get('/', async () => page(text), { acceptsStale })
  await fill(cache, '/', page('first'))
  time = 4000
  cache.use(undefined)
  isUnavailable = true
  time = 9000
  const served = await read('never computed')
  expect(bodyOf(served)).toBe('first')
  expect(served.stale).toEqual({ ageMs: 9000, staleMs: 9000 })
  // Calls in process get none: the page that makes them would not be marked.
  expect(bodyOf(await read('computed', false))).toBe('computed')
  cache.use(listener)
  isUnavailable = false
  const computed = await read('second')
  expect([bodyOf(computed), computed.stale]).toEqual(['second', undefined])
})

test('a computation that fails because the database became unavailable is answered from the cache', async () => {
  let isUnavailable = false
  const cache = createResponseCache({ maxBytes: 1e6, isDatabaseUnavailable: () => isUnavailable })
  await fill(cache, '/', page('first'))
  cache.use(undefined)
  const fail = async (): Promise<Computed> => {
    isUnavailable = true
    throw new Error('no answer in time')
  }
  expect(bodyOf(await cache.get('/', fail, { acceptsStale: true }))).toBe('first')
})
