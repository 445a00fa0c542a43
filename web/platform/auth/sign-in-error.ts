import type { signInFaultTexts } from '#contract/platform/auth/texts.ts'

export class SignInError extends Error {
  readonly code: keyof typeof signInFaultTexts

  constructor(code: keyof typeof signInFaultTexts, options?: ErrorOptions) {
    super(code, options)
    this.name = 'SignInError'
    this.code = code
  }
}
