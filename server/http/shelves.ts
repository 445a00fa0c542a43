import { crc32 } from 'node:zlib'
import type { Answer } from './answer.ts'
import { allOf } from './change-log.ts'
import type { Change, Tag } from './tags.ts'

/** An answer that is kept, what it shows, and until when at most. */
export type Kept = { key: string; answer: Answer; tags: ReadonlySet<Tag>; until: number }

type Shelf = { entries: Map<string, Stored>; bytes: number; maxBytes: number }
type Stored = Kept & { bytes: number; shelf: Shelf }

export type Shelves = {
  /** What lies under this key, now the last to go. */
  find(key: string): Kept | undefined
  put(kept: Kept): void
  remove(kept: Kept): void
  /** Drops whatever shows what changed. */
  drop(change: Change): void
  size(): { entries: number; bytes: number }
}

/** What has been asked for once gets this part of the room, and the rest what has been asked for again. */
const NEW_SHARE = 1 / 8
/** An entry's own weight, and that of each of its tags in the index. */
const ENTRY_BYTES = 1000
const TAG_BYTES = 200

/** So many new addresses are remembered after their answers have gone. */
const MOST_SEEN = 20_000

/**
 * Two least-recently-used shelves that hold `maxBytes` together: what is new lies on the small one until it is asked
 * for again, so that any number of addresses that nobody repeats pushes nothing off the large one.
 */
export function createShelves(maxBytes: number): Shelves {
  const fresh: Shelf = { entries: new Map(), bytes: 0, maxBytes: maxBytes * NEW_SHARE }
  const proven: Shelf = { entries: new Map(), bytes: 0, maxBytes: maxBytes * (1 - NEW_SHARE) }
  const seen = new Set<number>()
  const showing = new Map<Tag, Set<Stored>>()

  function takeOff(stored: Stored): void {
    if (stored.shelf.entries.delete(stored.key)) stored.shelf.bytes -= stored.bytes
  }

  function remove(stored: Stored): void {
    takeOff(stored)
    stored.answer.grew = () => {}
    for (const tag of stored.tags) {
      const entries = showing.get(tag)
      entries?.delete(stored)
      if (entries?.size === 0) showing.delete(tag)
    }
  }

  function layOn(shelf: Shelf, stored: Stored): void {
    stored.shelf = shelf
    shelf.entries.set(stored.key, stored)
    shelf.bytes += stored.bytes
    makeRoom(shelf)
  }

  function makeRoom(shelf: Shelf): void {
    for (const oldest of shelf.entries.values()) {
      if (shelf.bytes <= shelf.maxBytes) return
      remove(oldest)
    }
  }

  /** Whether this address has been new before; remembered from now on. */
  function isSeen(key: string): boolean {
    const mark = crc32(key)
    if (seen.has(mark)) return true
    seen.add(mark)
    for (const oldest of seen) {
      if (seen.size <= MOST_SEEN) break
      seen.delete(oldest)
    }
    return false
  }

  function lookUp(key: string): Stored | undefined {
    return proven.entries.get(key) ?? fresh.entries.get(key)
  }

  return {
    find(key) {
      const stored = lookUp(key)
      if (!stored) return undefined
      takeOff(stored)
      layOn(proven, stored)
      return stored
    },
    put(kept) {
      const former = lookUp(kept.key)
      if (former) remove(former)
      const stored: Stored = { ...kept, bytes: weigh(kept), shelf: fresh }
      if (stored.bytes > fresh.maxBytes) return
      for (const tag of kept.tags) {
        const entries = showing.get(tag) ?? new Set()
        showing.set(tag, entries.add(stored))
      }
      kept.answer.grew = (bytes) => {
        stored.bytes += bytes
        stored.shelf.bytes += bytes
        makeRoom(stored.shelf)
      }
      layOn(isSeen(kept.key) ? proven : fresh, stored)
    },
    remove(kept) {
      const stored = lookUp(kept.key)
      if (stored) remove(stored)
    },
    drop(change) {
      const isAll = change === '*' || change.endsWith(':*')
      const tags = isAll
        ? [...showing.keys()].filter((tag) => change === '*' || allOf(tag) === change)
        : [change as Tag]
      for (const tag of tags) for (const stored of [...(showing.get(tag) ?? [])]) remove(stored)
      // what shows no data at all
      if (change === '*')
        for (const shelf of [fresh, proven]) for (const stored of shelf.entries.values()) remove(stored)
    },
    size: () => ({
      entries: fresh.entries.size + proven.entries.size,
      bytes: fresh.bytes + proven.bytes,
    }),
  }
}

/** An address may be longer than its answer. */
function weigh({ key, answer, tags }: Kept): number {
  const bodies = Object.values(answer.copies).map(({ body }) => body.length)
  return bodies.reduce((sum, bytes) => sum + bytes, 2 * key.length + ENTRY_BYTES + tags.size * TAG_BYTES)
}
