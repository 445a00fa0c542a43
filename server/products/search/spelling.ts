/** A word that parts have in their names, and how many have it. */
export type Spelling = { word: string; parts: number; stem: string | null }

/** Words shorter than this may mean anything one letter away. */
const SHORTEST = 4
/** From here on two letters may be wrong. */
const LONG = 7
const A = 97

/** Whether a word may be a mistyped one: only letters, and enough of them. Numbers are never guessed at. */
export function mayBeMistyped(word: string): boolean {
  return word.length >= SHORTEST && /^[a-z]+$/.test(word)
}

/** So many letters may be wrong. */
export function mostWrong(word: string): number {
  return word.length < LONG ? 1 : 2
}

/** Which letters a word has: a bit for each of the alphabet, and one for all others. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) {
    const place = word.charCodeAt(at) - A
    letters |= 1 << (place >= 0 && place < 26 ? place : 26)
  }
  return letters
}

type Lettered = { word: string; letters: number }

/** Whether so few letters can be wrong between two words: a glance, before they are compared letter by letter. */
export function mayBeNear(one: Lettered, other: Lettered, most: number): boolean {
  return (
    Math.abs(one.word.length - other.word.length) <= most &&
    bitsIn(one.letters & ~other.letters) <= most &&
    bitsIn(other.letters & ~one.letters) <= most
  )
}

function bitsIn(letters: number): number {
  let count = 0
  for (let left = letters; left !== 0; left &= left - 1) count += 1
  return count
}

/** The likeliest word that was meant: fewest letters wrong, then the same first letter, then the commonest. */
export function nearest(word: string, spellings: readonly Spelling[]): Spelling | undefined {
  if (!mayBeMistyped(word)) return undefined
  const most = mostWrong(word)
  const typed = { word, letters: lettersOf(word) }
  return spellings
    .filter((one) => mayBeNear(typed, { word: one.word, letters: lettersOf(one.word) }, most))
    .map((spelling) => ({
      spelling,
      distance: hasOneMoved(word, spelling.word) ? 1 : typingDistance(word, spelling.word),
      isSameStart: word[0] === spelling.word[0],
    }))
    .filter(
      ({ distance, isSameStart, spelling }) =>
        distance <=
        (isSameStart ? most : word.length > SHORTEST || isSwappedStart(word, spelling.word) ? 1 : 0),
    )
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        Number(b.isSameStart) - Number(a.isSameStart) ||
        b.spelling.parts - a.spelling.parts ||
        (a.spelling.word < b.spelling.word ? -1 : 1),
    )[0]?.spelling
}

/** "ytre" for "tyre". */
function isSwappedStart(a: string, b: string): boolean {
  return a[0] === b[1] && a[1] === b[0]
}

/** "break" for "brake": one letter stands elsewhere in the word. */
function hasOneMoved(a: string, b: string): boolean {
  if (a.length !== b.length || a === b) return false
  const start = [...a].findIndex((letter, at) => letter !== b[at])
  const isSameEnd = [...a].map((letter, at) => letter === b[at])
  const end = isSameEnd.lastIndexOf(false) + 1
  const [from, to] = [a.slice(start, end), b.slice(start, end)]
  return from.slice(1) + from[0] === to || to.slice(1) + to[0] === from
}

/** Letters that were added, left out, replaced or swapped with their neighbour between two words. */
export function typingDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
