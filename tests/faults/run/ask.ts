import { setTimeout as sleep } from 'node:timers/promises'

/** `status` is 0 without a response; then `code` is the reason. */
export type ApiResponse = { status: number; code: string; body: Record<string, unknown> }
export type Question = {
  method: string
  path: string
  token?: string | undefined
  json?: object
  form?: Record<string, string>
  file?: { type: string; bytes: Uint8Array<ArrayBuffer> }
  key?: string
}

/** The outcomes of all calls during the faults. */
export type CallLog = {
  /** Counts of the failures by status and code. */
  failures: Map<string, number>
  /** Accepted orders, in times of `performance.now()`; `askedAt` is the time of the successful request. */
  accepted: { askedAt: number; at: number }[]
  longestMs: number
}

const ANSWER_MS = 20_000
const PAUSE_MS = 200
/** After this time without a definite response the outcome of a call counts as unknown. */
const PATIENCE_MS = 60_000

export function createCallLog(): CallLog {
  return { failures: new Map(), accepted: [], longestMs: 0 }
}

/** One request; never throws. */
export async function ask(origin: string, question: Question, log?: CallLog): Promise<ApiResponse> {
  const askedAt = performance.now()
  const answer = await send(origin, question).catch(
    (error: unknown): ApiResponse => ({ status: 0, code: reasonOf(error), body: {} }),
  )
  if (!log) return answer
  log.longestMs = Math.max(log.longestMs, performance.now() - askedAt)
  if (answer.status === 0 || answer.status >= 400) {
    const name = `${answer.status || ''} ${answer.code}`.trim()
    log.failures.set(name, (log.failures.get(name) ?? 0) + 1)
  }
  return answer
}

/** Repeats a call until its outcome is definite; undefined after a minute without one. */
export async function insist(once: () => Promise<ApiResponse>): Promise<ApiResponse | undefined> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(PAUSE_MS)) {
    const answer = await once()
    const isPassing = answer.status === 0 || answer.status >= 500 || answer.status === 429
    if (!isPassing) return answer
  }
  return undefined
}

async function send(
  origin: string,
  { method, path, token, json, form, file, key }: Question,
): Promise<ApiResponse> {
  const headers: Record<string, string> = {}
  if (token) headers.authorization = `Bearer ${token}`
  if (key) headers['idempotency-key'] = key
  if (json) headers['content-type'] = 'application/json'
  if (file) headers['content-type'] = file.type
  const body = json ? JSON.stringify(json) : form ? new URLSearchParams(form) : file?.bytes
  const answer = await fetch(origin + path, {
    method,
    headers,
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(body === undefined ? {} : { body }),
  })
  const text = await answer.text()
  const parsed: unknown = text.startsWith('{') ? JSON.parse(text) : {}
  const fields = isRecord(parsed) ? parsed : {}
  return { status: answer.status, code: typeof fields.code === 'string' ? fields.code : '', body: fields }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.name === 'TimeoutError' ? 'no answer in 20 s' : 'connection lost'
}
