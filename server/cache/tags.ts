/** Names of the data that cached responses show; triggers publish all but `config`. `products`: lists of parts. */
export type Tag = 'config' | 'products' | `product:${string}` | 'reviews' | `review-of:${string}`

/** What was invalidated: a tag, all tags of one kind such as `product:*`, or everything. */
export type Invalidation = Tag | '*'

/** The channel of PostgreSQL on which the database and all instances publish invalidations. */
export const CHANNEL = 'store_changed'

const INVALIDATION = /^(?:config|products|reviews|\*|(?:product|review-of):\S+)$/

/** PostgreSQL takes payloads of less than 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7900

/** The tags of a payload, and the instance that sent it, if one did. An unknown word, or no tag, stands for everything. */
export function readPayload(payload: string): { tags: Invalidation[]; from: string | undefined } {
  const words = payload.split(' ').filter(Boolean)
  const from = words[0]?.startsWith('@') ? words.shift()?.slice(1) : undefined
  const tags = words.filter((word): word is Invalidation => INVALIDATION.test(word))
  return { tags: tags.length === words.length && tags.length > 0 ? tags : ['*'], from }
}

export function writePayloads(tags: Iterable<Invalidation>, from: string): string[] {
  const sender = `@${from}`
  const payloads: string[] = []
  for (const tag of tags) {
    const last = payloads.at(-1)
    if (last === undefined || last.length + tag.length >= MAX_PAYLOAD_BYTES) payloads.push(`${sender} ${tag}`)
    else payloads[payloads.length - 1] = `${last} ${tag}`
  }
  return payloads
}

/** Remembers when which tags were invalidated, on a logical clock that orders requests, computations and invalidations. */
export function createInvalidationLog({ max = 10_000 } = {}) {
  const lastInvalidated = new Map<Invalidation, number>()
  let time = 0
  let latest = 0
  let knownSince = 0

  const invalidatedAt = (tag: Invalidation) => lastInvalidated.get(tag) ?? 0

  return {
    tick: () => ++time,
    latest: () => latest,
    record(tags: Iterable<Invalidation>) {
      latest = ++time
      for (const tag of tags) {
        // the oldest is first in the map
        lastInvalidated.delete(tag)
        lastInvalidated.set(tag, latest)
      }
      for (const [tag, at] of lastInvalidated) {
        if (lastInvalidated.size <= max) break
        lastInvalidated.delete(tag)
        knownSince = at
      }
    },
    /** Counts everything up to now as invalidated. */
    invalidateAll() {
      latest = ++time
      knownSince = latest
      lastInvalidated.clear()
    },
    /** Whether none of these tags was invalidated after a moment; false where that is too long ago to know. */
    isValidSince(moment: number, tags: Iterable<Tag>) {
      if (latest <= moment) return true
      if (moment < knownSince || invalidatedAt('*') > moment) return false
      for (const tag of tags)
        if (invalidatedAt(tag) > moment || invalidatedAt(allOfKind(tag)) > moment) return false
      return true
    },
  }
}

function allOfKind(tag: Tag): Invalidation {
  if (tag.startsWith('product:')) return 'product:*'
  return tag.startsWith('review-of:') ? 'review-of:*' : tag
}
