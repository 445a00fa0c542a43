import type { Change, Tag } from './tags.ts'

export type ChangeLog = {
  /** The next moment of this log's own time, in which making, asking and changing have an order. */
  tick(): number
  /** These have changed now. */
  record(changes: Iterable<Change>): void
  /** Whatever began before now may have missed changes. */
  cut(): void
  /** Whether nothing at all has changed after this moment. */
  isQuietSince(moment: number): boolean
  /** Whether none of these has changed after this moment; false where it is too long ago to know. */
  isUnchangedSince(moment: number, tags: Iterable<Tag>): boolean
}

/** What an answer shows is known once it is made: what changed meanwhile is remembered until then, the last `most` tags. */
export function createChangeLog({ most = 10_000 } = {}): ChangeLog {
  const lastChanges = new Map<Change, number>()
  let time = 0
  let latest = 0
  /** Before it nothing is known. */
  let floor = 0

  function forgetOldest(): void {
    for (const [tag, at] of lastChanges) {
      if (lastChanges.size <= most) return
      lastChanges.delete(tag)
      floor = at
    }
  }

  const changedAt = (change: Change) => lastChanges.get(change) ?? 0

  return {
    tick: () => ++time,
    record(changes) {
      latest = ++time
      for (const change of changes) {
        lastChanges.delete(change)
        lastChanges.set(change, latest)
      }
      forgetOldest()
    },
    cut() {
      latest = ++time
      floor = latest
      lastChanges.clear()
    },
    isQuietSince: (moment) => latest <= moment,
    isUnchangedSince(moment, tags) {
      if (latest <= moment) return true
      if (moment < floor || changedAt('*') > moment) return false
      for (const tag of tags) if (changedAt(tag) > moment || changedAt(allOf(tag)) > moment) return false
      return true
    },
  }
}

/** The change that covers everything of a tag's kind. */
export function allOf(tag: Change): Change {
  if (tag.startsWith('product:')) return 'product:*'
  return tag.startsWith('review-of:') ? 'review-of:*' : tag
}
