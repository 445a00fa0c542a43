import { AppError } from '#contract/platform/errors.ts'

/** Returns the code of the `AppError` that a promise is rejected with, or 'done'; throws any other error. */
export async function errorCodeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** Counts the promises by error code; those that are not rejected count as 'done'. */
export async function countOutcomes(promises: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const code of await Promise.all(promises.map(errorCodeOf))) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/** Returns the status and code of a rejected call of the API, or 'accepted'; throws any error without both. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'accepted'
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'status' in error) return `${error.status} ${error.code}`
    throw error
  }
}
