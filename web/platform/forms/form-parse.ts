import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#contract/api-client.ts'
import { errorMessage } from '../api/error-message.ts'

export type FieldErrors = Record<string, string>
type Parsed<Output> = { ok: true; output: Output } | { ok: false; errors: FieldErrors }

export function parseInput<Output>(schema: ZodMiniType<Output>, input: unknown): Parsed<Output> {
  const result = schema.safeParse(input)
  if (result.success) return { ok: true, output: result.data }
  const issues = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return { ok: false, errors: byField(issues) }
}

export type Failure = { fields: FieldErrors; text: string | null }

/** The errors of a failed call that name `known` fields; if none does, a text for the whole form. */
export function readFailure(error: unknown, known: string[]): Failure {
  if (!(error instanceof ApiError)) return { fields: {}, text: errorMessage(error).text }
  const issues = error.errors.map(({ path, message }) => ({ path: path.replace(/^body\./, ''), message }))
  const fields = byField(issues.filter(({ path }) => known.includes(path)))
  return { fields, text: Object.keys(fields).length > 0 ? null : errorMessage(error).text }
}

function byField(issues: { path: string; message: string }[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of issues) errors[path] ??= message
  return errors
}
