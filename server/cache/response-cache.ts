import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { type CachedResponse, type Stale, sizeOf } from './response.ts'
import { createInvalidationLog, type Invalidation, type Tag } from './tags.ts'

/** The result of a computation and its tags; without tags it is not cached. `stale`: it may be out of date. */
export type Computed = { tags: ReadonlySet<Tag> | undefined; stale?: Stale } & (
  | { response: CachedResponse }
  | { response?: never; error: unknown }
)

/** Whether the connection on which invalidations by other instances arrive is up to date. */
export type ListenerState = {
  /** Whether every invalidation committed until 200 ms ago has arrived. */
  isUpToDate(): boolean
  /** Queries PostgreSQL over the connection first; false if it does not answer in time. */
  waitUntilUpToDate(): Promise<boolean>
}

export type ResponseCache = {
  /** Passes the cached response of a key to `send`, if it is known to be fresh without waiting. Returns whether it was sent. */
  serve(key: string, send: (cached: Cached) => boolean): boolean
  /** The cached, shared or new response of a key. With `acceptsStale` it may be out of date while the database is unavailable. */
  get(key: string, compute: () => Promise<Computed>, options?: { acceptsStale: boolean }): Promise<Computed>
  /** Responses with these tags are not fresh any more, and none whose computation has begun before is stored. */
  invalidate(tags: Iterable<Invalidation>): void
  /**
   * From now on invalidations by others arrive over this connection. What is stored may have changed unnoticed, so all of
   * it counts as invalid. Without a connection no response is stored, and a cached one is served, as stale, only while the database is unavailable.
   */
  use(listener: ListenerState | undefined): void
  stats(): { hits: number; joined: number; misses: number; entries: number; bytes: number }
}

type Cached = { response: CachedResponse; tags: ReadonlySet<Tag> }

type Entry = Cached & {
  storedAt: number
  freshUntil: number
  /** When it was last found valid, and the latest moment of the invalidation log then. */
  checkedAt: number
  validAt: number
}

type Computation = { begunAt: number; isShared: boolean; result: Promise<Computed> }

/** The state without `use`: a single instance makes every change itself. */
const ALONE: ListenerState = { isUpToDate: () => true, waitUntilUpToDate: async () => true }
/** Computations of one key at a time: one, and one more for requests that came after an invalidation. */
const MAX_COMPUTATIONS = 2
/** Responses that show products are fresh for at most so long: an instance may end between the commit of an order and its publication. */
const PRODUCT_MS = 5000
/** Responses that are not fresh stay for so long, in case the database becomes unavailable. */
const KEEP_STALE_MS = 600_000
const MAX_ENTRY_SHARE = 1 / 8
/** The memory that an entry takes beside its bodies, and that of each tag: as measured. */
const ENTRY_BYTES = 5000
const TAG_BYTES = 100

type Options = {
  maxBytes: number
  now?: () => number
  productMs?: number
  keepStaleMs?: number
  isDatabaseUnavailable?: () => boolean
}

/**
 * Finished responses that are the same for every visitor. No client gets a response older than what this instance committed
 * before its request, or another instance published 200 ms before it, unless it is marked as stale. A response is stored only
 * if none of its tags was invalidated since its computation began, and once it is requested a second time, so that single
 * requests displace nothing.
 */
export function createResponseCache({
  maxBytes,
  now = () => performance.now(),
  productMs = PRODUCT_MS,
  keepStaleMs = KEEP_STALE_MS,
  isDatabaseUnavailable = () => false,
}: Options): ResponseCache {
  const log = createInvalidationLog()
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes * MAX_ENTRY_SHARE,
    sizeCalculation: ({ response, tags }, key) =>
      // a key may be longer than its response
      sizeOf(response) + 2 * key.length + ENTRY_BYTES + tags.size * TAG_BYTES,
  })
  const isSeenBefore = createSeenFilter()
  const computations = new Map<string, Computation[]>()
  const counts = { hits: 0, joined: 0, misses: 0 }
  let listener: ListenerState | undefined = ALONE
  let nextDropAt = Number.NEGATIVE_INFINITY

  const isUpToDate = async () =>
    listener !== undefined && (listener.isUpToDate() || (await listener.waitUntilUpToDate()))

  /** Whether an entry is fresh; notes in it when it was last found valid. */
  function checkEntry(entry: Entry): boolean {
    const at = now()
    if (!log.isValidSince(entry.validAt, entry.tags)) {
      entry.freshUntil = Math.min(entry.freshUntil, entry.checkedAt)
      return false
    }
    entry.validAt = log.latest()
    entry.checkedAt = at
    return at <= entry.freshUntil
  }

  function findFresh(key: string): Entry | undefined {
    const entry = entries.get(key)
    return entry && checkEntry(entry) ? entry : undefined
  }

  /** The entry of a key, fresh or not, while the database is unavailable and nothing can be computed. */
  function findStale(key: string): Computed | undefined {
    const entry = isDatabaseUnavailable() ? entries.get(key) : undefined
    if (!entry) return undefined
    checkEntry(entry)
    const at = now()
    const { response, tags, storedAt, freshUntil } = entry
    return { response, tags, stale: { ageMs: at - storedAt, staleMs: at - Math.min(freshUntil, at) } }
  }

  function begin(key: string, compute: () => Promise<Computed>): Promise<Computed> {
    counts.misses += 1
    const computation: Computation = { begunAt: log.tick(), isShared: false, result: settle(compute) }
    computations.set(key, [...(computations.get(key) ?? []), computation])
    return computation.result.then((computed) => {
      const others = (computations.get(key) ?? []).filter((other) => other !== computation)
      if (others.length > 0) computations.set(key, others)
      else computations.delete(key)
      if (isSeenBefore(key) || computation.isShared) store(key, computed, computation.begunAt)
      return computed
    })
  }

  function store(key: string, { response, tags }: Computed, begunAt: number): void {
    if (!listener || response?.status !== 200 || !tags || !log.isValidSince(begunAt, tags)) return
    const storedAt = now()
    dropExpired(storedAt)
    const showsProducts = [...tags].some((tag) => tag.startsWith('product'))
    const freshUntil = showsProducts ? storedAt + productMs : Number.POSITIVE_INFINITY
    entries.set(key, { response, tags, storedAt, freshUntil, checkedAt: storedAt, validAt: log.latest() })
    response.onGrow = () => {
      const entry = entries.peek(key)
      // its size is counted again when another object is set
      if (entry?.response === response) entries.set(key, { ...entry })
    }
  }

  /** Drops what has not been fresh for long: nothing else would before the cache is full. */
  function dropExpired(at: number): void {
    if (at < nextDropAt) return
    nextDropAt = at + productMs
    for (const [key, entry] of entries.entries())
      if (!checkEntry(entry) && entry.freshUntil < at - keepStaleMs) entries.delete(key)
  }

  /** The computation under way that a request may share; undefined if it must begin one. */
  function findComputation(key: string, requestedAt: number): Computation | undefined {
    const running = computations.get(key) ?? []
    const newest = running.at(-1)
    if (!newest || newest.begunAt > requestedAt || running.length >= MAX_COMPUTATIONS) return newest
    return listener && log.latest() <= newest.begunAt ? newest : undefined
  }

  async function getFresh(key: string, compute: () => Promise<Computed>): Promise<Computed> {
    const requestedAt = log.tick()
    for (;;) {
      const cached = findFresh(key) && (await isUpToDate()) ? findFresh(key) : undefined
      if (cached) {
        counts.hits += 1
        return cached
      }
      const computation = findComputation(key, requestedAt)
      if (!computation) return begin(key, compute)
      computation.isShared = true
      const computed = await computation.result
      const isNewer = computation.begunAt > requestedAt
      // first make sure that all invalidations have arrived, then look at them
      if (
        isNewer ||
        (computed.tags && (await isUpToDate()) && log.isValidSince(computation.begunAt, computed.tags))
      ) {
        counts.joined += 1
        return computed
      }
    }
  }

  return {
    serve(key, send) {
      const entry = listener?.isUpToDate() ? findFresh(key) : undefined
      if (!entry || !send(entry)) return false
      counts.hits += 1
      return true
    },
    async get(key, compute, { acceptsStale } = { acceptsStale: false }) {
      if (!acceptsStale) return getFresh(key, compute)
      const stale = findStale(key)
      if (stale) return stale
      const computed = await getFresh(key, compute)
      const hasFailed = !computed.response || computed.response.status >= 500
      // the database may have become unavailable since
      return (hasFailed && findStale(key)) || computed
    },
    invalidate: log.record,
    use(next) {
      listener = next
      log.invalidateAll()
    },
    stats: () => ({ ...counts, entries: entries.size, bytes: entries.calculatedSize }),
  }
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
