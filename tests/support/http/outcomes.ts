import { AppError } from '#contract/errors.ts'

/** Returns the code of the `AppError` that a promise is rejected with, or 'done'; throws any other error. */
export async function errorCodeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** Counts the outcomes of the promises. */
export async function countOutcomes(works: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const result of await Promise.all(works.map(errorCodeOf))) counts[result] = (counts[result] ?? 0) + 1
  return counts
}
