/** `npm run test:long` runs all cases of the tests that use this module; `npm test` runs a part, always the same. */
export const isLong = process.env.TEST_LONG === '1'

const SHARE = 10

/** The number of random cases to run: in the short suite `all / share`. */
export function someRuns(all: number, share = SHARE): number {
  return isLong ? all : Math.ceil(all / share)
}

/** The cases to run: in the short suite one in `share`, starting with the one at `offset`. */
export function someOf<T>(cases: readonly T[], { offset = 0, share = SHARE } = {}): T[] {
  return isLong ? [...cases] : cases.filter((_, at) => at % share === offset % share)
}
