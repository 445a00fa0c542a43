/** What goes wrong around a sign-in without the identity provider having said it. */
export type SignInFault =
  | 'no-user'
  | 'email-missing'
  | 'link-needs-sign-in'
  | 'link-of-another'
  | 'registered-not-signed-in'
  | 'code-missing'
  | 'not-loaded'

/** A failure of the sign-in itself; its words are in `contract/messages/account/sign-in.ts`. */
export class SignInError extends Error {
  readonly code: SignInFault

  constructor(code: SignInFault, options?: ErrorOptions) {
    super(code, options)
    this.name = 'SignInError'
    this.code = code
  }
}
