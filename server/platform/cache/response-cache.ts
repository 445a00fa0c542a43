import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { type CachedResponse, type Stale, sizeOf } from './response.ts'

/** What a response shows, in words of the handlers that show and change it, such as `products` or `product:<id>`. */
export type Tag = string

/**
 * The result of a computation and its tags; without tags it is not cached. `freshUntil`: when the oldest cached response that
 * it was made of stops being fresh. `stale`: it may be out of date.
 */
export type Computed = { tags: ReadonlySet<Tag> | undefined; freshUntil?: number; stale?: Stale } & (
  | { response: CachedResponse }
  | { response?: never; error: unknown }
)

export type ResponseCache = {
  /** Passes the cached response of a key to `send`, if it is fresh. Returns whether it was sent. */
  serve(key: string, send: (cached: Entry) => boolean): boolean
  /** The cached, shared or new response of a key. With `acceptsStale` it may be out of date while the database is unavailable. */
  get(key: string, compute: () => Promise<Computed>, options?: GetOptions): Promise<Computed>
  /**
   * Responses with these tags are not fresh any more, and none whose computation has begun before is stored. A `*` at the
   * end stands for any rest: `product:*`.
   */
  invalidate(tags: Iterable<Tag>): void
  stats(): { hits: number; joined: number; misses: number; entries: number; bytes: number }
}

type GetOptions = { acceptsStale?: boolean; maxAgeMs?: number | undefined }

type Entry = { response: CachedResponse; tags: ReadonlySet<Tag>; computedAt: number; freshUntil: number }

type Computation = {
  /** Its place in the order of all computations. */
  number: number
  isShared: boolean
  /** Tags that were invalidated since it began. */
  invalidated: Set<Tag>
  result: Promise<Computed>
}

/** Another instance shows a change after this time at the latest: nothing is published between instances. */
const MAX_AGE_MS = 5000
/** What a handler may declare for a response that shows neither price nor stock. */
const LONGEST_MAX_AGE_MS = 3_600_000
/** So old may a response be that is served, as stale, while the database is unavailable. */
const STALE_MS = 600_000
const MAX_ENTRY_SHARE = 1 / 8
/** A page is 400 where its address has an invalid value: it takes as long to compute as any other, and stays the same. */
const STORED = new Set([200, 400])
/** The memory that an entry takes beside its bodies, and that of each tag: as measured. */
const ENTRY_BYTES = 5000
const TAG_BYTES = 100

type Options = {
  maxBytes: number
  now?: () => number
  maxAgeMs?: number
  isDatabaseUnavailable?: () => boolean
}

/**
 * Finished responses that are the same for every visitor. No client gets a response older than what this instance changed
 * before its request. A stored response is at most five seconds old, unless the handler declares a longer life or it is
 * marked as stale. A response is stored once it is requested a second time, so that single requests displace nothing.
 */
export function createResponseCache({
  maxBytes,
  now = () => performance.now(),
  maxAgeMs: defaultMaxAgeMs = MAX_AGE_MS,
  isDatabaseUnavailable = () => false,
}: Options): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes * MAX_ENTRY_SHARE,
    sizeCalculation: ({ response, tags }, key) =>
      // a key may be longer than its response
      sizeOf(response) + 2 * key.length + ENTRY_BYTES + tags.size * TAG_BYTES,
  })
  const isSeenBefore = createSeenFilter()
  const computations = new Map<string, Computation>()
  const counts = { hits: 0, joined: 0, misses: 0 }
  let begun = 0

  function findFresh(key: string): Entry | undefined {
    const entry = entries.get(key)
    return entry && now() < entry.freshUntil ? entry : undefined
  }

  /** The entry of a key, fresh or not, while the database is unavailable and nothing can be computed. */
  function findStale(key: string): Computed | undefined {
    const entry = isDatabaseUnavailable() ? entries.get(key) : undefined
    const at = now()
    if (!entry || at - entry.computedAt > STALE_MS) return undefined
    const { response, tags, computedAt, freshUntil } = entry
    return { response, tags, stale: { ageMs: at - computedAt, staleMs: at - Math.min(freshUntil, at) } }
  }

  async function begin(key: string, compute: () => Promise<Computed>, maxAgeMs: number): Promise<Computed> {
    counts.misses += 1
    const computedAt = now()
    const result = settle(compute).then((computed) => {
      const { freshUntil = Number.POSITIVE_INFINITY } = computed
      return { ...computed, freshUntil: Math.min(freshUntil, computedAt + maxAgeMs) }
    })
    const computation: Computation = { number: ++begun, isShared: false, invalidated: new Set(), result }
    computations.set(key, computation)
    const computed = await result
    computations.delete(key)
    if (isSeenBefore(key) || computation.isShared) store(key, { ...computed, computedAt }, computation)
    return computed
  }

  function store(
    key: string,
    { response, tags, computedAt, freshUntil = 0 }: Computed & { computedAt: number },
    { invalidated }: Computation,
  ): void {
    if (!response || !STORED.has(response.status) || !tags || showsAny(tags, invalidated)) return
    entries.set(key, { response, tags, computedAt, freshUntil })
    response.onGrow = () => {
      const entry = entries.peek(key)
      // its size is counted again when another object is set
      if (entry?.response === response) entries.set(key, { ...entry })
    }
  }

  async function getFresh(
    key: string,
    compute: () => Promise<Computed>,
    maxAgeMs: number,
  ): Promise<Computed> {
    const begunBefore = begun
    for (;;) {
      const cached = findFresh(key)
      if (cached) {
        counts.hits += 1
        return cached
      }
      const computation = computations.get(key)
      if (!computation) return begin(key, compute, maxAgeMs)
      computation.isShared = true
      const computed = await computation.result
      const isNewer = computation.number > begunBefore
      if (isNewer || (computed.tags && !showsAny(computed.tags, computation.invalidated))) {
        counts.joined += 1
        return computed
      }
    }
  }

  return {
    serve(key, send) {
      const entry = findFresh(key)
      if (!entry || !send(entry)) return false
      counts.hits += 1
      return true
    },
    async get(key, compute, { acceptsStale = false, maxAgeMs = defaultMaxAgeMs } = {}) {
      const age = Math.min(maxAgeMs, LONGEST_MAX_AGE_MS)
      if (!acceptsStale) return getFresh(key, compute, age)
      const stale = findStale(key)
      if (stale) return stale
      const computed = await getFresh(key, compute, age)
      const hasFailed = !computed.response || computed.response.status >= 500
      // the database may have become unavailable since
      return (hasFailed && findStale(key)) || computed
    },
    invalidate(given) {
      const invalidated = new Set(given)
      const at = now()
      // it stays, in case the database becomes unavailable
      for (const entry of entries.values())
        if (entry.freshUntil > at && showsAny(entry.tags, invalidated)) entry.freshUntil = at
      for (const computation of computations.values())
        for (const tag of invalidated) computation.invalidated.add(tag)
    },
    stats: () => ({ ...counts, entries: entries.size, bytes: entries.calculatedSize }),
  }
}

function showsAny(tags: ReadonlySet<Tag>, invalidated: ReadonlySet<Tag>): boolean {
  for (const one of invalidated) {
    if (one === '*' || tags.has(one)) return true
    if (!one.endsWith('*')) continue
    const start = one.slice(0, -1)
    for (const tag of tags) if (tag.startsWith(start)) return true
  }
  return false
}

/** An error is a result without tags, which is not cached. */
async function settle(compute: () => Promise<Computed>): Promise<Computed> {
  try {
    return await compute()
  } catch (error) {
    return { error, tags: undefined }
  }
}

/** Slots of four bytes each: a megabyte. */
const SEEN_SLOTS = 2 ** 18

/** Remembers requested keys by a hash each, in a table of fixed size: most keys of a flood or a crawler never come again. */
function createSeenFilter(): (key: string) => boolean {
  const marks = new Uint32Array(SEEN_SLOTS)
  return (key) => {
    const mark = crc32(key)
    const slot = mark % SEEN_SLOTS
    if (marks[slot] === mark) return true
    marks[slot] = mark
    return false
  }
}
