import { check, ToolkitError } from '../http/toolkit-error.ts'
import type { Operation } from '../identity.ts'

/**
 * `accounts:signInWithCustomToken`. Such tokens are signed by service accounts of the project, and this one has
 * none: any such token is of another project. Errors: MISSING_CUSTOM_TOKEN, INVALID_CUSTOM_TOKEN,
 * CREDENTIAL_MISMATCH.
 */
export const signInWithCustomToken: Operation = async (_identity, { body: { token } }) => {
  check(token, 'MISSING_CUSTOM_TOKEN')
  check(
    /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token),
    'INVALID_CUSTOM_TOKEN : Invalid assertion format. 3 dot separated segments required.',
  )
  throw new ToolkitError('CREDENTIAL_MISMATCH')
}
