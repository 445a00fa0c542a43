import { data } from 'react-router'
import { isApiError } from '#contract/api-client.ts'
import type { ErrorCode } from '#contract/errors.ts'

/** What an error boundary finds in `error.data` after a refused call. */
export type PageProblem = { code: ErrorCode; requestId: string | undefined }

/** Awaits a loader's calls; a refusal becomes the page's own status, so that an unknown part answers 404 and not 500. */
export async function orPageProblem<T>(calls: Promise<T>): Promise<T> {
  try {
    return await calls
  } catch (error) {
    if (!isApiError(error)) throw error
    throw data<PageProblem>({ code: error.code, requestId: error.requestId }, { status: error.status })
  }
}
