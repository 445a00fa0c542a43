import type { signInFaultTexts } from '#contract/messages/account/sign-in.ts'

/** An error of the sign-in that the identity provider did not report; `signInFaultTexts` has its text. */
export class SignInError extends Error {
  readonly code: keyof typeof signInFaultTexts

  constructor(code: keyof typeof signInFaultTexts, options?: ErrorOptions) {
    super(code, options)
    this.name = 'SignInError'
    this.code = code
  }
}
