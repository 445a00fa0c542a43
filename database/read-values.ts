import pg from 'pg'

const { INT8, TIMESTAMPTZ } = pg.types.builtins
// the driver reads these, but its types do not name them
const TEXT_ARRAY: number = 1009

const readAnyTime: (text: string) => unknown = pg.types.getTypeParser(TIMESTAMPTZ)
const readAnyTexts: (text: string) => unknown = pg.types.getTypeParser(TEXT_ARRAY)

/** `2026-11-22 01:30:04+00`, with milliseconds at most. */
const [SHORTEST, LONGEST] = [22, 26]

/** Reads columns of every connection as this store means them, a page of parts in a tenth of the driver's own time. */
export function readValuesAsMeant(): void {
  // bigint columns hold minor units and counters, all below 2^53
  pg.types.setTypeParser(INT8, Number)
  pg.types.setTypeParser(TIMESTAMPTZ, readTime)
  pg.types.setTypeParser(TEXT_ARRAY, readTexts)
}

/** In UTC and of our own precision it is a time as JavaScript writes it, but for a space and an offset. */
export function readTime(text: string): unknown {
  const isPlain = text.length >= SHORTEST && text.length <= LONGEST && text.endsWith('+00') && text[4] === '-'
  return isPlain ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readAnyTime(text)
}

/** Most are empty. */
function readTexts(text: string): unknown {
  return text === '{}' ? [] : readAnyTexts(text)
}
