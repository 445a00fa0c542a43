import type { IdentityDeps } from './deps.ts'
import type { ToolkitBody } from './http/toolkit-body.ts'
import type { Passwords } from './password/passwords.ts'
import type { SigningKeys } from './tokens/signing-keys.ts'

export type Identity = IdentityDeps & { keys: SigningKeys; passwords: Passwords }

/** The parsed body of a call, and the client's IP address for rate limits. */
export type ToolkitCall = { body: ToolkitBody; address: string | undefined }
export type Operation = (identity: Identity, call: ToolkitCall) => Promise<object>

/** The store's name in mails: without scheme, so that mail programs do not turn it into a link. */
export function hostOf({ origin }: Identity): string {
  return new URL(origin).host
}
