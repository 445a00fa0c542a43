import type { IdentityDeps } from './deps.ts'
import type { ToolkitBody } from './http/toolkit-body.ts'
import type { Passwords } from './password/passwords.ts'
import type { SigningKeys } from './tokens/signing-keys.ts'

/** What every operation works with. */
export type Identity = IdentityDeps & { keys: SigningKeys; passwords: Passwords }

/** One call of the toolkit: its parsed body and the address that counts against limits, if any. */
export type ToolkitCall = { body: ToolkitBody; address: string | undefined }
export type Operation = (identity: Identity, call: ToolkitCall) => Promise<object>

/** How mails name the store: without scheme, so that the only link in them is the one to open. */
export function hostOf({ origin }: Identity): string {
  return new URL(origin).host
}
