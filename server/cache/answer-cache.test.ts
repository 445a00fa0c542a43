import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { createAnswer } from './answer.ts'
import { type AnswerCache, createAnswerCache, type Made } from './answer-cache.ts'
import type { Change, Tag } from './tags.ts'

const KEYS = {
  '/a': ['product:a', 'products'],
  '/b': ['product:b'],
  '/ab': ['product:a', 'product:b'],
} as const
type Key = keyof typeof KEYS
const keys = ['/a', '/b', '/ab'] as const
const changes = ['product:a', 'product:b', 'products', 'product:*'] as const

const operation = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('ask' as const), key: fc.constantFrom(...keys) }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant('step' as const), which: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('change' as const), change: fc.constantFrom(...changes) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('elsewhere' as const), change: fc.constantFrom(...changes) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('deliver', 'cut', 'lose', 'listen', 'wait', 'goAway', 'comeBack'),
    }),
  },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** A store of versions, whose answers are read one datum at a time, each when its turn comes. */
function createWorld() {
  const versions = new Map<Tag, number>()
  const cache = createAnswerCache({ maxBytes: 1e6, now: () => time, stockMs: 10, isAway: () => isAway })
  let time = 0
  let isAway = false
  let isCut = false
  const undelivered: Change[] = []
  const turns: (() => void)[] = []
  const faults: string[] = []
  const asked: Promise<void>[] = []

  const versionOf = (tag: Tag) => versions.get(tag) ?? 0

  function commit(change: Change): void {
    const touched = change === 'product:*' ? (['product:a', 'product:b'] as const) : ([change] as Tag[])
    for (const tag of touched) versions.set(tag, versionOf(tag) + 1)
  }

  function deliver(): void {
    for (const change of undelivered.splice(0)) cache.change([change])
  }

  const line = () => ({
    isCurrent: () => !isCut && undelivered.length === 0,
    async prove() {
      if (!isCut) deliver()
      return !isCut
    },
  })

  async function make(key: Key): Promise<Made> {
    const read: Record<string, number> = {}
    for (const tag of KEYS[key]) {
      await new Promise<void>((resolve) => turns.push(resolve))
      read[tag] = versionOf(tag)
    }
    const body = Buffer.from(JSON.stringify(read))
    return { answer: createAnswer({ status: 200, headers: {}, body }), tags: new Set<Tag>(KEYS[key]) }
  }

  async function ask(key: Key): Promise<void> {
    const before = KEYS[key].map((tag) => [tag, versionOf(tag)] as const)
    const made = await cache.get(key, () => make(key), { takesStale: true })
    if (made.stale) {
      if (!isAway) faults.push(`${key} is stale while the database is there`)
      return
    }
    const shown: Record<string, number> = JSON.parse(made.answer?.copies.identity?.body.toString() ?? '{}')
    for (const [tag, version] of before)
      if ((shown[tag] ?? -1) < version) faults.push(`${key} shows ${tag} ${shown[tag]}, not ${version}`)
  }

  const does: { [T in Operation['type']]: (operation: Extract<Operation, { type: T }>) => void } = {
    ask: ({ key }) => void asked.push(ask(key)),
    step: ({ which }) => turns.splice(which % Math.max(1, turns.length), 1)[0]?.(),
    change({ change }) {
      commit(change)
      cache.change([change])
    },
    elsewhere({ change }) {
      commit(change)
      undelivered.push(change)
    },
    deliver: () => void (isCut || deliver()),
    cut() {
      isCut = true
    },
    lose() {
      isCut = true
      cache.hear(undefined)
    },
    listen() {
      isCut = false
      undelivered.length = 0
      cache.hear(line())
    },
    wait() {
      time += 7
    },
    goAway() {
      isAway = true
    },
    comeBack() {
      isAway = false
    },
  }
  cache.hear(line())
  return { cache, does, turns, asked, faults }
}

test('whoever asks is shown whatever was committed before, however makings, changes and the line interleave', async () => {
  let hits = 0
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 80 }), async (operations) => {
      const { cache, does, turns, asked, faults } = createWorld()
      for (const step of operations) {
        does[step.type](step as never)
        await settled()
      }
      while (turns.length > 0) {
        turns.shift()?.()
        await settled()
      }
      await Promise.all(asked)
      expect(faults).toEqual([])
      const { hits: kept, joined } = cache.stats()
      hits += kept + joined
    }),
    { numRuns: 400 },
  )
  // a cache that keeps nothing would be right, too
  expect(hits).toBeGreaterThan(50)
})

const page = (text: string, tags: Tag[] | undefined = []): Made => ({
  answer: createAnswer({ status: 200, headers: {}, body: Buffer.from(text) }),
  tags: tags && new Set(tags),
})
/** What is asked for once is not kept yet. */
async function fill(cache: AnswerCache, key: string, made: Made): Promise<void> {
  for (let asked = 0; asked < 2; asked += 1) await cache.get(key, async () => made)
}

const bodyOf = ({ answer }: Made) => answer?.copies.identity?.body.toString()

test('a change drops what shows it and nothing else', async () => {
  const cache = createAnswerCache({ maxBytes: 1e6 })
  const shown: [string, Tag[]][] = [
    ['/a', ['product:a']],
    ['/list', ['products', 'product:a', 'product:b']],
    ['/b', ['product:b']],
    ['/reviews', ['review-of:a', 'reviews']],
    ['/blogs', []],
  ]
  const kept = async () => {
    const answers = shown.map(async ([key, tags]) => [
      key,
      bodyOf(await cache.get(key, async () => page('new', tags))),
    ])
    return (await Promise.all(answers)).filter(([, body]) => body === 'old').map(([key]) => key)
  }
  const refill = async () => {
    cache.change(['*'])
    for (const [key, tags] of shown) await fill(cache, key, page('old', tags))
  }
  const expected: [Change, string[]][] = [
    ['product:a', ['/b', '/reviews', '/blogs']],
    ['product:b', ['/a', '/reviews', '/blogs']],
    ['product:c', ['/a', '/list', '/b', '/reviews', '/blogs']],
    ['products', ['/a', '/b', '/reviews', '/blogs']],
    ['product:*', ['/reviews', '/blogs']],
    ['review-of:*', ['/a', '/list', '/b', '/blogs']],
    ['*', []],
  ]
  for (const [change, left] of expected) {
    await refill()
    cache.change([change])
    expect([change, await kept()]).toEqual([change, left])
  }
})

test('what is asked for once is not kept, and what is asked for again is', async () => {
  const cache = createAnswerCache({ maxBytes: 1e6 })
  const read = async () => {
    await cache.get('/', async () => page('page'))
    return cache.stats()
  }
  expect(await read()).toMatchObject({ hits: 0, misses: 1, entries: 0 })
  expect(await read()).toMatchObject({ hits: 0, misses: 2, entries: 1 })
  expect(await read()).toMatchObject({ hits: 1, misses: 2, entries: 1 })
  cache.change(['*'])
  expect(await read()).toMatchObject({ hits: 1, misses: 3, entries: 1 })
})

test('an error, a page that is not there, and what nobody announces are made anew', async () => {
  const cache = createAnswerCache({ maxBytes: 1e6 })
  const missing = { ...page(''), answer: createAnswer({ status: 404, headers: {}, body: Buffer.from('') }) }
  const makings: [string, () => Promise<Made>][] = [
    ['/error', () => Promise.reject(new Error('away'))],
    ['/missing', async () => missing],
    ['/untold', async () => ({ ...page(''), tags: undefined })],
  ]
  for (const [key, make] of makings) {
    for (let asked = 0; asked < 2; asked += 1) await cache.get(key, make)
    expect(bodyOf(await cache.get(key, async () => page('made anew')))).toBe('made anew')
  }
})

test('what shows stock is made anew after a while, since its writer may die before it tells', async () => {
  let time = 0
  const cache = createAnswerCache({ maxBytes: 1e6, now: () => time, stockMs: 5000 })
  const read = async (key: string, tags: Tag[]) =>
    bodyOf(await cache.get(key, async () => page(`at ${time}`, tags)))
  for (let asked = 0; asked < 2; asked += 1) {
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

test('all who ask at once share one making, and those who ask after a change one more', async () => {
  const cache = createAnswerCache({ maxBytes: 1e6 })
  const gates: (() => void)[] = []
  const make = async () => {
    await new Promise<void>((resolve) => gates.push(resolve))
    return page(`making ${gates.length}`, ['products'])
  }
  const ask = () => Array.from({ length: 50 }, () => cache.get('/', make))
  const early = ask()
  await settled()
  cache.change(['products'])
  const late = ask()
  await settled()
  expect(gates).toHaveLength(2)
  for (const open of gates) open()
  await Promise.all([...early, ...late])
  const { misses, joined, hits, entries } = cache.stats()
  expect([misses, joined + hits, entries]).toEqual([2, 98, 1])
})

test('what was being made while nothing could be heard is not kept', async () => {
  const cache = createAnswerCache({ maxBytes: 1e6 })
  const heard = { isCurrent: () => true, prove: async () => true }
  await fill(cache, '/', page('first'))
  for (const lines of [[heard], [undefined, heard]]) {
    cache.hear(heard)
    await cache.get('/', async () => {
      for (const line of lines) cache.hear(line)
      return page('old')
    })
    expect(bodyOf(await cache.get('/', async () => page('new')))).toBe('new')
  }
})

test('an instance that hears nothing serves nothing that it kept, and keeps nothing more', async () => {
  const cache = createAnswerCache({ maxBytes: 1e6 })
  await fill(cache, '/', page('old'))
  expect(cache.stats().entries).toBe(1)
  cache.hear(undefined)
  await cache.get('/', async () => page('old'))
  expect(bodyOf(await cache.get('/', async () => page('new')))).toBe('new')
  await fill(cache, '/other', page('old'))
  expect(cache.stats().entries).toBe(1)
})

test('while the database is away what was kept is served, marked with its age, and is made anew afterwards', async () => {
  let time = 0
  let isAway = false
  const cache = createAnswerCache({ maxBytes: 1e6, now: () => time, isAway: () => isAway })
  const heard = { isCurrent: () => true, prove: async () => true }
  const ask = (text: string, takesStale = true) => cache.get('/', async () => page(text), { takesStale })
  await fill(cache, '/', page('first'))
  time = 4000
  cache.hear(undefined)
  isAway = true
  time = 9000
  const served = await ask('never made')
  expect(bodyOf(served)).toBe('first')
  expect(served.stale).toEqual({ ageMs: 9000, staleMs: 5001 })
  // a page that asks in process would not be marked
  expect(bodyOf(await ask('made', false))).toBe('made')
  cache.hear(heard)
  isAway = false
  const made = await ask('second')
  expect([bodyOf(made), made.stale]).toEqual(['second', undefined])
})

test('a making that fails because the database went away meanwhile is answered with what was kept', async () => {
  let isAway = false
  const cache = createAnswerCache({ maxBytes: 1e6, isAway: () => isAway })
  await fill(cache, '/', page('first'))
  cache.hear(undefined)
  const fail = async (): Promise<Made> => {
    isAway = true
    throw new Error('no answer')
  }
  expect(bodyOf(await cache.get('/', fail, { takesStale: true }))).toBe('first')
})
