import { untilAborted } from '../../http/inject-fetch.ts'

/** What a person's request, or a round of the poller, has left for a provider that does not answer. */
export type Patience = {
  /** All calls together take no longer. */
  ms?: number
  /** After so many calls in a row without an answer, none is tried any more. */
  failures?: number
}

/**
 * A person, or the provider that brings an event, hears within this time, whatever happens. A store that is told to
 * stop waits longer than that for what runs.
 */
export const A_PERSONS: Patience = { ms: 9_000 }
/** A provider that is away costs a round of the poller three calls, not one for each order. */
export const A_ROUNDS: Patience = { failures: 3 }

/** A call waits so long for one answer, and is tried again this many times. */
export const TRY_MS = 5_000
const RETRIES = 2
/** Where a person waits, a second try is all there is time for. */
const RETRIES_IN_HASTE = 1

export function retriesWithin({ ms }: Patience): number {
  return ms === undefined ? RETRIES : RETRIES_IN_HASTE
}

/**
 * The road to the card provider: an answer counts only when it arrived whole, before `until` (of the monotonic clock),
 * and is what the provider speaks, a JSON object that says `error` where it refuses and only there. The SDK takes
 * anything else for success, or dies of it; here it is a connection that failed.
 */
export function soundAnswers(send: typeof fetch, until: number): typeof fetch {
  return async (input, init) => {
    const left = until - performance.now()
    if (left <= 0) throw new Error('no time is left to ask the card provider')
    const late = Number.isFinite(left) ? [AbortSignal.timeout(Math.ceil(left))] : []
    const signal = AbortSignal.any([...(init?.signal ? [init.signal] : []), ...late])
    return untilAborted(readSound(await untilAborted(send(input, { ...init, signal }), signal)), signal)
  }
}

async function readSound(answer: Response): Promise<Response> {
  const text = await answer.text()
  if (isSound(answer.status, text)) return new Response(text, answer)
  const type = answer.headers.get('content-type') ?? 'no content type'
  // not the text itself: it may hold a secret
  throw new Error(`the card provider answered ${answer.status} with nonsense (${type}, ${text.length} long)`)
}

function isSound(status: number, text: string): boolean {
  const body = parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const error = 'error' in body ? body.error : undefined
  if (status >= 200 && status < 300) return error === undefined
  return status >= 400 && typeof error === 'object' && error !== null && 'type' in error
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
