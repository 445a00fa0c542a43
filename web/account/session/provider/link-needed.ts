import type { AuthCredential } from '@firebase/auth'
import type { WindowMethod } from '#contract/users/identity-methods.ts'

/** An outside account that waits for its owner to sign in the way they did before; the address in lower case. */
export type PendingLink = { method: WindowMethod; email: string; credential: AuthCredential }

/** What the SDK says of it. */
export const LINK_NEEDED = 'auth/account-exists-with-different-credential'

/** Thrown by a window sign-in whose address has an account that this outside account is not part of. */
export class LinkNeeded extends Error {
  /** The SDK's own, so that its words are found. */
  readonly code = LINK_NEEDED
  readonly pending: PendingLink

  constructor(pending: PendingLink, options?: ErrorOptions) {
    super('link-needed', options)
    this.name = 'LinkNeeded'
    this.pending = pending
  }
}
