import { data } from 'react-router'
import type { ZodMiniType } from 'zod/mini'
import { isApiError } from '#contract/api-client.ts'
import { uiTexts } from '#contract/messages/ui.ts'
import { loadPart } from '../../layout/shop/load-part.ts'
import type { FieldErrors } from './form-parse.ts'

export type Typed = Record<string, string>

export type Submission<Context = unknown> = {
  typed: Typed
  /** The same for an attempt that is repeated with the same values. */
  idempotencyKey: string
  /** The answer to an earlier attempt was lost: it may have been done. */
  mayBeDone: boolean
  /** What the page knows beside the fields: which order, at which price. */
  context: Context
}

export type FormFailure = {
  ok: false
  errors: FieldErrors
  formError: string | null
  /** `unknown`: the store did not answer, or failed. */
  outcome: 'notSent' | 'refused' | 'unknown'
  code?: string
}
export type FormResult<Value> = { ok: true; value: Value } | FormFailure

type Sending<Output, Value> = {
  /** The contract's schema, imported when it is needed: pages load none before. */
  schema: () => Promise<ZodMiniType<Output>>
  /** Turns what was typed into what the schema takes, where they differ. */
  toInput?: ((typed: Typed) => unknown) | undefined
  send: (output: Output, idempotencyKey: string) => Promise<Value>
}

/**
 * Never throws: an error page would replace what was typed. After a refusal (200) React Router reads the page again,
 * where the store did not answer (503) it does not: the page could not be read (docs/decisions/0039).
 */
export async function formAction<Output, Value>(
  { typed, idempotencyKey }: Submission,
  sending: Sending<Output, Value>,
) {
  const result = await sendForm(typed, idempotencyKey, sending)
  return data(result, { status: result.ok || result.outcome === 'refused' ? 200 : 503 })
}

export async function sendForm<Output, Value>(
  typed: Typed,
  idempotencyKey: string,
  { schema, toInput, send }: Sending<Output, Value>,
): Promise<FormResult<Value>> {
  const parts = await loadParser(schema).catch(() => undefined)
  if (!parts) {
    const formError = navigator.onLine ? uiTexts.partLost : uiTexts.connectionLost
    return { ok: false, errors: {}, formError, outcome: 'notSent' }
  }
  const { parseInput, readFailure } = parts.parser
  const parsed = parseInput(parts.schema, toInput ? toInput(typed) : typed)
  if (!parsed.ok) return { ...parsed, formError: null, outcome: 'notSent' }
  try {
    return { ok: true, value: await send(parsed.output, idempotencyKey) }
  } catch (error) {
    const { fields, text } = readFailure(error, Object.keys(typed))
    const failure = { ok: false as const, errors: fields, formError: text }
    if (!isApiError(error)) return { ...failure, outcome: 'unknown' }
    return { ...failure, code: error.code, outcome: error.status < 500 ? 'refused' : 'unknown' }
  }
}

/** Fetches schema and parser, both for the first time when a form is touched. */
export async function loadParser<Output>(load: () => Promise<ZodMiniType<Output>>) {
  const [schema, parser] = await loadPart(() => Promise.all([load(), import('./form-parse.ts')]))
  return { schema, parser }
}
