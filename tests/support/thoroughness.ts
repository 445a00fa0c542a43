/** `npm run test:long` tries all cases of the tests that ask here; `npm test` a tenth, the same ones in every run. */
export const isLong = process.env.TEST_LONG === '1'

const SHARE = 10

/** How many of so many random cases are tried. */
export function someRuns(all: number): number {
  return isLong ? all : Math.ceil(all / SHARE)
}

/** Which of these cases are tried: in the short suite every tenth, beginning with the one at `offset`. */
export function someOf<T>(cases: readonly T[], { offset = 0, share = SHARE } = {}): T[] {
  return isLong ? [...cases] : cases.filter((_, at) => at % share === offset % share)
}
