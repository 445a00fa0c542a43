import { setTimeout as sleep } from 'node:timers/promises'

/** `status` is 0 without a response; then `code` is the reason. */
export type ApiResponse = { status: number; code: string; body: Record<string, unknown> }
export type ApiRequest = {
  method: string
  path: string
  token?: string | undefined
  json?: object
  form?: Record<string, string>
  file?: { type: string; bytes: Uint8Array<ArrayBuffer> }
  key?: string
}

/** The outcomes of the calls of one run. */
export type CallLog = {
  /** Counts of the failures by status and code. */
  failures: Map<string, number>
  /** The times (`performance.now()`) of accepted orders: of the request that succeeded, and of its response. */
  accepted: { sentAt: number; at: number }[]
  longestMs: number
}

const TIMEOUT_MS = 20_000
const PAUSE_MS = 200
/** After this time without a definite response the outcome of a call counts as unknown. */
const RETRY_FOR_MS = 60_000

export function createCallLog(): CallLog {
  return { failures: new Map(), accepted: [], longestMs: 0 }
}

/** One request; never throws. */
export async function callApi(origin: string, request: ApiRequest, log?: CallLog): Promise<ApiResponse> {
  const sentAt = performance.now()
  const response = await send(origin, request).catch(
    (error: unknown): ApiResponse => ({ status: 0, code: reasonOf(error), body: {} }),
  )
  if (!log) return response
  log.longestMs = Math.max(log.longestMs, performance.now() - sentAt)
  if (response.status === 0 || response.status >= 400) {
    const name = `${response.status || ''} ${response.code}`.trim()
    log.failures.set(name, (log.failures.get(name) ?? 0) + 1)
  }
  return response
}

/** Repeats a call until its outcome is definite; undefined after a minute without one. */
export async function retry(once: () => Promise<ApiResponse>): Promise<ApiResponse | undefined> {
  for (const until = performance.now() + RETRY_FOR_MS; performance.now() < until; await sleep(PAUSE_MS)) {
    const response = await once()
    const isTemporary = response.status === 0 || response.status >= 500 || response.status === 429
    if (!isTemporary) return response
  }
  return undefined
}

async function send(
  origin: string,
  { method, path, token, json, form, file, key }: ApiRequest,
): Promise<ApiResponse> {
  const headers: Record<string, string> = {}
  if (token) headers.authorization = `Bearer ${token}`
  if (key) headers['idempotency-key'] = key
  if (json) headers['content-type'] = 'application/json'
  if (file) headers['content-type'] = file.type
  const body = json ? JSON.stringify(json) : form ? new URLSearchParams(form) : file?.bytes
  const response = await fetch(origin + path, {
    method,
    headers,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  const parsed: unknown = text.startsWith('{') ? JSON.parse(text) : {}
  const fields = isRecord(parsed) ? parsed : {}
  return { status: response.status, code: typeof fields.code === 'string' ? fields.code : '', body: fields }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.name === 'TimeoutError' ? 'no response in 20 s' : 'connection lost'
}
