import { writeCursor } from '#server/http/lists/list-cursor.ts'
import { createDice } from './figures.ts'
import type { World } from './world.ts'

export type Part = {
  id: string
  name: string
  brand: string | null
  part_number: string | null
  category: string
  created_at: Date
}

/** Parts of all ages, in mixed order, the same at every run. */
export async function mixedParts({ database }: World, most: number): Promise<Part[]> {
  const { rows } = await database.pool.query<Part>(
    `select id, name, brand, part_number, category, created_at from products
     where archived_at is null order by md5(id::text) limit $1`,
    [most],
  )
  return rows
}

/** Gives each of these addresses once; throws when they are used up rather than ask the cache. */
export function once(addresses: Iterable<string>): () => { path: string } {
  const rest = addresses[Symbol.iterator]()
  return () => {
    const { value, done } = rest.next()
    if (done)
      throw new Error('All addresses have been asked for: raise the number of parts, or shorten the runs')
    return { path: value }
  }
}

/** Pages of every category, each beginning after another part, or a moment before it. */
export function* categoryPages(parts: Part[]): Generator<string> {
  for (let early = 0; parts.length > 0; early++) {
    for (const { category, created_at, id } of parts) {
      const time = new Date(created_at.getTime() - early).toISOString()
      yield `/api/service?category=${category}&after=${writeCursor('newest', [time, id])}`
    }
  }
}

/** Two or three words of a part's name and its maker, as people type them; never the same twice. */
export function* wordSearches(parts: Part[], seed = 1): Generator<string> {
  const dice = createDice(seed)
  const seen = new Set<string>()
  for (let turn = 0; ; turn++) {
    const part = parts[turn % parts.length]
    const words = wordsOf(part)
    const first = dice(Math.max(1, words.length - 2))
    const asked = words.slice(first, first + 2 + dice(2))
    if (part?.brand && dice(3) === 0) asked.push(part.brand.toLowerCase())
    // what was asked before gets its own part's maker, or a running number of the year
    const q = seen.has(asked.join(' '))
      ? `${asked.join(' ')} ${1990 + (turn % 35)} ${part?.brand ?? ''}`
      : asked.join(' ')
    if (seen.has(q)) continue
    seen.add(q)
    yield search(q)
  }
}

/** Part numbers as printed, in small letters, without their signs, and with a sign or a space elsewhere. */
export function* numberSearches(parts: Part[]): Generator<string> {
  const seen = new Set<string>()
  const parted = [2, 3, 4, 5, 6].flatMap((at) =>
    ['-', ' ', '.'].map(
      (sign) => (number: string) => `${bare(number).slice(0, at)}${sign}${bare(number).slice(at)}`,
    ),
  )
  for (const manner of [
    (number: string) => number,
    (number: string) => number.toLowerCase(),
    bare,
    ...parted,
  ]) {
    for (const { part_number } of parts) {
      const q = manner(part_number ?? '')
      if (seen.has(q)) continue
      seen.add(q)
      yield search(q)
    }
  }
}

/** Words with one letter wrong: left out, doubled, or changed with its neighbour. */
export function* typoSearches(parts: Part[], seed = 2): Generator<string> {
  const dice = createDice(seed)
  for (const address of wordSearches(parts, seed)) {
    const q = decodeURIComponent(address.split('?q=')[1] ?? '')
    const words = q.split(' ')
    const long = words.findIndex((word) => /^[a-z]{6,}$/.test(word))
    if (long < 0) continue
    words[long] = misspelt(words[long] ?? '', dice)
    yield search(words.join(' '))
  }
}

/** The requests of the suggestion list while a visitor types: one letter more at a time, from the third on. */
export function* typedSearches(parts: Part[], seed = 3): Generator<string> {
  const seen = new Set<string>()
  for (const address of wordSearches(parts, seed)) {
    const q = decodeURIComponent(address.split('?q=')[1] ?? '')
    for (let length = 3; length <= q.length; length++) {
      const typed = q.slice(0, length).trim()
      if (seen.has(typed)) continue
      seen.add(typed)
      yield `/api/suggest?q=${encodeURIComponent(typed)}`
    }
  }
}

function wordsOf(part: Part | undefined): string[] {
  return (part?.name ?? '').toLowerCase().match(/[\p{L}\d/.-]{2,}/gu) ?? []
}

function misspelt(word: string, dice: (sides: number) => number): string {
  const at = 1 + dice(word.length - 2)
  const before = word.slice(0, at)
  const letter = word[at]
  const next = word[at + 1]
  const after = word.slice(at + 2)
  const ways = [
    `${before}${next}${after}`,
    `${before}${letter}${letter}${next}${after}`,
    `${before}${next}${letter}${after}`,
  ]
  return ways[dice(ways.length)] ?? word
}

function bare(number: string): string {
  return number.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function search(q: string): string {
  return `/api/service?q=${encodeURIComponent(q)}`
}
