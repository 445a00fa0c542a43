import { data } from 'react-router'
import { isApiError } from '#contract/api-client.ts'
import type { ErrorCode } from '#contract/platform/errors.ts'

/** `error.data` in an error boundary, after an error response or for users that `adminsOnly` refuses. */
export type PageProblem = { code: ErrorCode; requestId: string | undefined }

/** Awaits calls in a loader; an `ApiError` becomes the status of the page, such as 404 for an unknown part. */
export async function orErrorPage<T>(calls: Promise<T>): Promise<T> {
  try {
    return await calls
  } catch (error) {
    if (!isApiError(error)) throw error
    throw data<PageProblem>({ code: error.code, requestId: error.requestId }, { status: error.status })
  }
}
