import { check, ToolkitError } from '../http/toolkit-error.ts'
import type { Operation } from '../identity.ts'

/**
 * `accounts:signInWithCustomToken`: refuses every token, since this provider has no service accounts that could sign
 * one. Errors: MISSING_CUSTOM_TOKEN, INVALID_CUSTOM_TOKEN, CREDENTIAL_MISMATCH.
 */
export const signInWithCustomToken: Operation = async (_identity, { body: { token } }) => {
  check(token, 'MISSING_CUSTOM_TOKEN')
  check(
    /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token),
    'INVALID_CUSTOM_TOKEN : Invalid assertion format. 3 dot separated segments required.',
  )
  throw new ToolkitError('CREDENTIAL_MISMATCH')
}
