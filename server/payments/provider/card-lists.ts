export type Period = { since: Date; until: Date }

/** What the SDK hands over at once at most. */
export const MOST_ROWS = 10_000

/**
 * All of a period, however much it is: `list` hands over the newest `MOST_ROWS` and says nothing of the others, so a
 * period that fills it is read in halves. Throws where a single second holds as many: half the books are none.
 */
export async function readWhole<Row>(
  { since, until }: Period,
  list: (period: Period) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await list({ since, until })
  if (rows.length < MOST_ROWS) return rows
  const [from, to] = [toSeconds(since), toSeconds(until)]
  if (to - from < 2) throw new Error(`the provider has ${MOST_ROWS} or more of ${since.toISOString()}`)
  const middle = new Date(Math.floor((from + to) / 2) * 1000)
  return [
    ...(await readWhole({ since: middle, until }, list)),
    ...(await readWhole({ since, until: middle }, list)),
  ]
}

/** The provider's own clock counts whole seconds. */
export function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
