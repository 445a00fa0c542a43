import type { Answer, Stale } from './answer.ts'
import { createChangeLog } from './change-log.ts'
import { createFamiliar } from './familiar.ts'
import { createShelf, type Kept } from './shelf.ts'
import type { Change, Tag } from './tags.ts'

/**
 * What making an answer came to, and what it shows; without tags nobody would tell that it changed. `stale` where it is
 * one of before, which may be out of date.
 */
export type Made = { tags: ReadonlySet<Tag> | undefined; stale?: Stale } & (
  | { answer: Answer }
  | { answer?: never; error: unknown }
)

/** How this instance hears of what others change. */
export type Line = {
  /** Whether all that was committed until a moment ago has been heard. */
  isCurrent(): boolean
  /** Asks the line itself; false where it does not answer in time. */
  prove(): Promise<boolean>
}

export type AnswerCache = {
  /**
   * The answer under this key: kept, being made, or made now; where `takesStale`, while the database is away, one of
   * before, marked as such.
   */
  get(key: string, make: () => Promise<Made>, options?: { takesStale: boolean }): Promise<Made>
  /** Hands over what is kept, where the line is known to be current without asking; whether it was taken. */
  offer(key: string, take: (answer: Answer) => boolean): boolean
  /** What shows this is fresh no longer; what is being made now and shows it is neither kept nor handed to who asks from now on. */
  change(changes: Iterable<Change>): void
  /** Changes are heard over this line from now on; without one nothing is kept. */
  hear(line: Line | undefined): void
  stats(): { hits: number; joined: number; misses: number; entries: number; bytes: number }
}

type Making = { begun: number; isAwaited: boolean; result: Promise<Made> }

/** An instance alone hears whatever it does itself. */
const ALONE: Line = { isCurrent: () => true, prove: async () => true }
/** How many of the same are made at a time: one, and one more for those who ask after a change. */
const MOST_TOGETHER = 2
/**
 * What shows stock is made anew so often, in case an instance died between committing an order and telling of it. All
 * other changes are announced in the transaction that makes them.
 */
const STOCK_MS = 5000
/** What is no longer fresh stays for so long, in case the database goes away. */
const STALE_MS = 600_000

type Options = {
  maxBytes: number
  now?: () => number
  stockMs?: number
  staleMs?: number
  /** Whether the database does not answer: then nothing can be made, and what is kept is served though it may be old. */
  isAway?: () => boolean
}

/**
 * Finished answers that are the same for every visitor, bounded in bytes. Nobody gets an answer that shows less than
 * what was committed before he asked: a change drops exactly what shows it, an answer is kept only where nothing it
 * shows has changed since its making began, and one in the making is handed to a latecomer on the same condition.
 * What is asked for the first time is not kept, so that addresses that nobody repeats push nothing out.
 */
export function createAnswerCache({
  maxBytes,
  now = () => performance.now(),
  stockMs = STOCK_MS,
  staleMs = STALE_MS,
  isAway = () => false,
}: Options): AnswerCache {
  const log = createChangeLog()
  const shelf = createShelf(maxBytes)
  const isFamiliar = createFamiliar()
  const makings = new Map<string, Making[]>()
  const counts = { hits: 0, joined: 0, misses: 0 }
  let line: Line | undefined = ALONE
  let sweepAt = Number.NEGATIVE_INFINITY

  const isHeard = async () => line !== undefined && (line.isCurrent() || (await line.prove()))

  function find(key: string): Kept | undefined {
    const kept = shelf.find(key)
    return kept && now() <= kept.until ? kept : undefined
  }

  /** What is kept, fresh or not, while nothing can be made. */
  function findStale(key: string): Made | undefined {
    const kept = isAway() ? shelf.find(key) : undefined
    if (!kept) return undefined
    const { answer, tags, madeAt, until } = kept
    const at = now()
    return { answer, tags, stale: { ageMs: at - madeAt, staleMs: at - Math.min(until, at) } }
  }

  function begin(key: string, make: () => Promise<Made>): Promise<Made> {
    counts.misses += 1
    const begun = log.tick()
    const making: Making = { begun, isAwaited: false, result: settle(make) }
    makings.set(key, [...(makings.get(key) ?? []), making])
    return making.result.then((made) => {
      const others = (makings.get(key) ?? []).filter((other) => other !== making)
      if (others.length > 0) makings.set(key, others)
      else makings.delete(key)
      if (isFamiliar(key) || making.isAwaited) keep(key, made, begun)
      return made
    })
  }

  function keep(key: string, { answer, tags }: Made, begun: number): void {
    if (!line || answer?.status !== 200 || !tags || !log.isUnchangedSince(begun, tags)) return
    const at = now()
    sweep(at)
    const showsStock = [...tags].some((tag) => tag.startsWith('product'))
    const until = showsStock ? at + stockMs : Number.POSITIVE_INFINITY
    shelf.put({ key, answer, tags, madeAt: at, until })
  }

  /** What nobody asks for again would lie there until the room is full. */
  function sweep(at: number): void {
    if (at < sweepAt) return
    shelf.sweep(at - staleMs)
    sweepAt = at + stockMs
  }

  /** What is being made under a key, where whoever asks now has reason to wait for it. */
  function worthWaiting(key: string, asked: number): Making | undefined {
    const running = makings.get(key) ?? []
    const newest = running.at(-1)
    if (!newest || newest.begun > asked || running.length >= MOST_TOGETHER) return newest
    return line && log.isQuietSince(newest.begun) ? newest : undefined
  }

  async function get(key: string, make: () => Promise<Made>): Promise<Made> {
    const asked = log.tick()
    for (;;) {
      const kept = find(key) && (await isHeard()) ? find(key) : undefined
      if (kept) {
        counts.hits += 1
        return kept
      }
      const making = worthWaiting(key, asked)
      if (!making) return begin(key, make)
      making.isAwaited = true
      const made = await making.result
      const isNew = making.begun > asked
      // first whether changes are heard, then what has been heard
      if (isNew || (made.tags && (await isHeard()) && log.isUnchangedSince(making.begun, made.tags))) {
        counts.joined += 1
        return made
      }
    }
  }

  return {
    async get(key, make, { takesStale } = { takesStale: false }) {
      if (!takesStale) return get(key, make)
      const stale = findStale(key)
      if (stale) return stale
      const made = await get(key, make)
      const hasFailed = !made.answer || made.answer.status >= 500
      // the database may have gone away meanwhile
      return (hasFailed && findStale(key)) || made
    },
    offer(key, take) {
      const kept = line?.isCurrent() ? find(key) : undefined
      if (!kept || !take(kept.answer)) return false
      counts.hits += 1
      return true
    },
    change(changes) {
      const all = [...changes]
      log.record(all)
      for (const change of all) shelf.expire(change, now())
    },
    hear(next) {
      line = next
      log.cut()
      shelf.expire('*', now())
    },
    stats: () => ({ ...counts, ...shelf.size() }),
  }
}

/** A making that fails has shown nothing that anybody knows of. */
async function settle(make: () => Promise<Made>): Promise<Made> {
  try {
    return await make()
  } catch (error) {
    return { error, tags: undefined }
  }
}
