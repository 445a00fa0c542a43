import { type Answer, ownBytes } from './answer.ts'
import { allOf } from './change-log.ts'
import type { Change, Tag } from './tags.ts'

/** An answer that is kept, what it shows, when it was made, and until when it counts as fresh at most. */
export type Kept = { key: string; answer: Answer; tags: ReadonlySet<Tag>; madeAt: number; until: number }

type Stored = Kept & {
  bytes: number
  /** Found since it came, or since it was last spared. */
  isWanted: boolean
}

export type Shelf = {
  /** What lies under this key; it is spared once when room is needed. */
  find(key: string): Kept | undefined
  put(kept: Kept): void
  /** Whatever shows what changed counts as fresh no longer. */
  expire(change: Change, now: number): void
  /** Drops what has not been fresh since before this time. */
  sweep(before: number): void
  size(): { entries: number; bytes: number }
}

/** One answer may take this part of the room. */
const LARGEST_SHARE = 1 / 8
/** An entry's own weight, its lines and copies included, and that of each of its tags in the index: as measured. */
const ENTRY_BYTES = 5000
const TAG_BYTES = 100

/**
 * A shelf that holds `maxBytes`, and knows what shows what. Whatever nobody has found for longest goes first, told by a
 * second chance (the "clock"): moving an entry at every hit would make a `Map` rebuild its table again and again.
 */
export function createShelf(maxBytes: number): Shelf {
  const entries = new Map<string, Stored>()
  const showing = new Map<Change, Set<Stored>>()
  let bytes = 0

  function remove(stored: Stored): void {
    if (!entries.delete(stored.key)) return
    bytes -= stored.bytes
    stored.answer.grew = () => {}
    for (const tag of stored.tags) {
      const others = showing.get(tag)
      others?.delete(stored)
      if (others?.size === 0) showing.delete(tag)
    }
  }

  function expireAll(all: Iterable<Stored>, now: number): void {
    for (const stored of all) stored.until = Math.min(stored.until, now - 1)
  }

  /** The loop that comes to it again, at the end, takes it. */
  function spare(stored: Stored): void {
    stored.isWanted = false
    entries.delete(stored.key)
    entries.set(stored.key, stored)
  }

  function grow(stored: Stored, more: number): void {
    stored.bytes += more
    bytes += more
    for (const oldest of entries.values()) {
      if (bytes <= maxBytes) return
      if (oldest.isWanted) spare(oldest)
      else remove(oldest)
    }
  }

  return {
    find(key) {
      const stored = entries.get(key)
      if (stored) stored.isWanted = true
      return stored
    },
    put(kept) {
      const former = entries.get(kept.key)
      if (former) remove(former)
      const weight = weigh(kept)
      if (weight > maxBytes * LARGEST_SHARE) return
      for (const copy of Object.values(kept.answer.copies)) copy.body = ownBytes(copy.body)
      const stored: Stored = { ...kept, bytes: 0, isWanted: false }
      for (const tag of kept.tags) {
        const others = showing.get(tag) ?? new Set()
        showing.set(tag, others.add(stored))
      }
      kept.answer.grew = (more) => grow(stored, more)
      entries.set(kept.key, stored)
      grow(stored, weight)
    },
    expire(change, now) {
      if (change === '*') return expireAll(entries.values(), now)
      if (!change.endsWith(':*')) return expireAll(showing.get(change) ?? [], now)
      for (const [tag, shown] of showing) if (allOf(tag) === change) expireAll(shown, now)
    },
    sweep(before) {
      for (const stored of entries.values()) if (stored.until < before) remove(stored)
    },
    size: () => ({ entries: entries.size, bytes }),
  }
}

/** An address may be longer than its answer. */
function weigh({ key, answer, tags }: Kept): number {
  const bodies = Object.values(answer.copies).map(({ body }) => body.length)
  return bodies.reduce((sum, length) => sum + length, 2 * key.length + ENTRY_BYTES + tags.size * TAG_BYTES)
}
