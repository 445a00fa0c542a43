import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { someRuns } from '#tests/support/thoroughness.ts'
import { createResponse } from './response.ts'
import { type Computed, createResponseCache, type ResponseCache, type Tag } from './response-cache.ts'

const KEYS = {
  '/a': ['product:a', 'products'],
  '/b': ['product:b'],
  '/ab': ['product:a', 'product:b'],
} as const
type Key = keyof typeof KEYS
const keys = ['/a', '/b', '/ab'] as const
const changes = ['product:a', 'product:b', 'products', 'product:*'] as const
type Change = (typeof changes)[number]
const MAX_AGE_MS = 10

const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('request' as const), key: fc.constantFrom(...keys) }),
  },
  { weight: 8, arbitrary: fc.record({ type: fc.constant('step' as const), which: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('change' as const), tag: fc.constantFrom(...changes) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('changeElsewhere' as const), tag: fc.constantFrom(...changes) }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('wait', 'fail', 'recover') }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** Versioned data behind a cache. A response reads one value at a time, each when the test allows it. */
function createFixture() {
  const versions = new Map<Tag, number>()
  /** The versions that this instance knows: those of its own changes. */
  const known = new Map<Tag, number>()
  const cache = createResponseCache({
    maxBytes: 1e6,
    now: () => time,
    maxAgeMs: MAX_AGE_MS,
    isDatabaseUnavailable: () => isUnavailable,
  })
  let time = 0
  let isUnavailable = false
  const reads: (() => void)[] = []
  const mistakes: string[] = []
  const requests: Promise<void>[] = []

  function commit(change: Change): Tag[] {
    const touched = change === 'product:*' ? ['product:a', 'product:b'] : [change]
    for (const tag of touched) versions.set(tag, (versions.get(tag) ?? 0) + 1)
    return touched
  }

  async function compute(key: Key): Promise<Computed> {
    const begunAt = time
    const read: Record<string, number> = {}
    for (const tag of KEYS[key]) {
      await new Promise<void>((resolve) => reads.push(resolve))
      read[tag] = versions.get(tag) ?? 0
    }
    const body = Buffer.from(JSON.stringify({ begunAt, read }))
    return { response: createResponse({ status: 200, headers: {}, body }), tags: new Set<Tag>(KEYS[key]) }
  }

  async function request(key: Key): Promise<void> {
    const before = KEYS[key].map((tag) => [tag, known.get(tag) ?? 0] as const)
    const { hits } = cache.stats()
    const requestedAt = time
    let served: Computed | undefined
    cache.serve(key, (cached) => {
      served = cached
      return true
    })
    const computing = served ?? cache.get(key, () => compute(key), { acceptsStale: true })
    const isHit = cache.stats().hits > hits
    const computed = await computing
    if (computed.stale) {
      if (!isUnavailable) mistakes.push(`${key} is stale while the database is available`)
      return
    }
    const shown: { begunAt: number; read: Record<string, number> } = JSON.parse(
      computed.response?.identity.body.toString() ?? '{}',
    )
    if (isHit && requestedAt - shown.begunAt >= MAX_AGE_MS) mistakes.push(`${key} is too old`)
    for (const [tag, version] of before)
      if ((shown.read[tag] ?? -1) < version)
        mistakes.push(`${key} shows ${tag} ${shown.read[tag]}, not ${version}`)
  }

  const run: { [T in Operation['type']]: (operation: Extract<Operation, { type: T }>) => void } = {
    request: ({ key }) => void requests.push(request(key)),
    step: ({ which }) => reads.splice(which % Math.max(1, reads.length), 1)[0]?.(),
    change({ tag }) {
      for (const touched of commit(tag)) known.set(touched, versions.get(touched) ?? 0)
      cache.invalidate([tag])
    },
    changeElsewhere: ({ tag }) => void commit(tag),
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
  return { cache, run, reads, requests, mistakes }
}

const RUNS = someRuns(400, 4)

test('a response that is not stale shows all that this instance changed before its request, and no stored one is too old, in random interleavings', async () => {
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
  const expected: [Tag, string[]][] = [
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

test('a response is fresh for five seconds, or as long as its handler says, an hour at most', async () => {
  let time = 0
  const cache = createResponseCache({ maxBytes: 1e6, now: () => time })
  const ages = { '/part': undefined, '/sitemap': 60_000, '/year': 365 * 86_400_000 }
  const readAll = async () => {
    const shown: (string | undefined)[] = []
    for (const [key, maxAgeMs] of Object.entries(ages))
      shown.push(bodyOf(await cache.get(key, async () => page(`at ${time}`), { maxAgeMs })))
    return shown
  }
  await readAll()
  await readAll()
  const expected: [number, string[]][] = [
    [4999, ['at 0', 'at 0', 'at 0']],
    [5000, ['at 5000', 'at 0', 'at 0']],
    [60_000, ['at 60000', 'at 60000', 'at 0']],
    [3_600_000, ['at 3600000', 'at 3600000', 'at 3600000']],
  ]
  for (const [at, shown] of expected) {
    time = at
    expect(await readAll()).toEqual(shown)
  }
})

test('a response is as old as the computation is long, and not fresher than the responses it is made of', async () => {
  let time = 0
  const cache = createResponseCache({ maxBytes: 1e6, now: () => time })
  const slow = async () => {
    time += 3000
    return page(`until ${time}`)
  }
  const fromOld = async () => ({ ...page(`at ${time}`), freshUntil: 9000 })
  for (let n = 0; n < 2; n += 1) await cache.get('/slow', slow)
  for (let n = 0; n < 2; n += 1) await cache.get('/page', fromOld)
  expect(time).toBe(6000)
  time = 7999
  expect(bodyOf(await cache.get('/slow', slow))).toBe('until 6000')
  expect(bodyOf(await cache.get('/page', fromOld))).toBe('at 6000')
  time = 8000
  expect(bodyOf(await cache.get('/slow', slow))).toBe('until 11000')
  time = 9000
  expect(bodyOf(await cache.get('/page', fromOld))).toBe('at 9000')
})

test('simultaneous requests share one computation, and those after an invalidation one more', async () => {
  const cache = createResponseCache({ maxBytes: 1e6 })
  const gates: (() => void)[] = []
  const compute = async () => {
    const text = `computation ${gates.length + 1}`
    await new Promise<void>((resolve) => gates.push(resolve))
    return page(text, ['products'])
  }
  const read = () => Array.from({ length: 50 }, async () => bodyOf(await cache.get('/', compute)))
  const early = read()
  await settled()
  cache.invalidate(['products'])
  const late = read()
  await settled()
  expect(gates).toHaveLength(1)
  gates[0]?.()
  await expect.poll(() => gates.length).toBe(2)
  gates[1]?.()
  expect((await Promise.all(early))[0]).toBe('computation 1')
  expect(new Set(await Promise.all(late))).toEqual(new Set(['computation 2']))
  const { misses, joined, hits, entries } = cache.stats()
  expect([misses, joined + hits, entries]).toEqual([2, 98, 1])
})

test('while the database is unavailable cached responses are served, marked with their age', async () => {
  let time = 0
  let isUnavailable = false
  const cache = createResponseCache({
    maxBytes: 1e6,
    now: () => time,
    isDatabaseUnavailable: () => isUnavailable,
  })
  const read = (text: string, acceptsStale = true) => cache.get('/', async () => page(text), { acceptsStale })
  await fill(cache, '/', page('first'))
  isUnavailable = true
  time = 9000
  const served = await read('never computed')
  expect(bodyOf(served)).toBe('first')
  expect(served.stale).toEqual({ ageMs: 9000, staleMs: 4000 })
  time = 600_000
  expect(bodyOf(await read('never computed'))).toBe('first')
  time = 600_001
  expect(bodyOf(await read('too old to serve'))).toBe('too old to serve')
  // Calls in process get none: the page that makes them would not be marked.
  time = 700_000
  expect(bodyOf(await read('computed', false))).toBe('computed')
  isUnavailable = false
  time = 800_000
  const computed = await read('second')
  expect([bodyOf(computed), computed.stale]).toEqual(['second', undefined])
})

test('an invalidated response is served while the database is unavailable, marked with the time of the invalidation', async () => {
  let time = 0
  let isUnavailable = false
  const cache = createResponseCache({
    maxBytes: 1e6,
    now: () => time,
    isDatabaseUnavailable: () => isUnavailable,
  })
  await fill(cache, '/', page('first', ['products']))
  time = 1000
  cache.invalidate(['products'])
  isUnavailable = true
  time = 3000
  const served = await cache.get('/', async () => page('never computed'), { acceptsStale: true })
  expect([bodyOf(served), served.stale]).toEqual(['first', { ageMs: 3000, staleMs: 2000 }])
})

test('a computation that fails because the database became unavailable is answered from the cache', async () => {
  let isUnavailable = false
  const cache = createResponseCache({ maxBytes: 1e6, isDatabaseUnavailable: () => isUnavailable })
  await fill(cache, '/', page('first', ['products']))
  cache.invalidate(['products'])
  const fail = async (): Promise<Computed> => {
    isUnavailable = true
    throw new Error('no answer in time')
  }
  expect(bodyOf(await cache.get('/', fail, { acceptsStale: true }))).toBe('first')
})
