import { emailSchema } from '#contract/fields.ts'
import { ToolkitError } from '../http/toolkit-error.ts'

/** Error: INVALID_EMAIL, or `error`. */
export function normaliseEmail(email: string, error = 'INVALID_EMAIL'): string {
  const parsed = emailSchema.safeParse(email)
  if (!parsed.success) throw new ToolkitError(error)
  return parsed.data
}
