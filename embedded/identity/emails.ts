import { emailSchema } from '#contract/fields.ts'
import { ToolkitError } from './toolkit-error.ts'

/** The address as the whole store compares it. Error: INVALID_EMAIL. */
export function foldAddress(email: string): string {
  const parsed = emailSchema.safeParse(email)
  if (!parsed.success) throw new ToolkitError('INVALID_EMAIL')
  return parsed.data
}
