import {
  type ApplicationVerifier,
  type Auth,
  type PhoneAuthCredential,
  PhoneAuthProvider,
  type PhoneInfoOptions,
} from '@firebase/auth'
import type { PublicConfig } from '#contract/config.ts'

/** The text message that carries a code; answers the id which the code belongs to. */
export type TextCode = (to: PhoneInfoOptions | string) => Promise<string>

/** A text message and the code that came with it. */
export type SentCode = { textId: string; code: string }

export function phoneCredential({ textId, code }: SentCode): PhoneAuthCredential {
  return PhoneAuthProvider.credential(textId, code)
}

/** Codes by text message: for signing in, for adding a number, for a second factor. */
export function phoneCodes(auth: Auth, mode: PublicConfig['identity']['mode']): TextCode {
  let verifier: Promise<ApplicationVerifier> | undefined
  return async (to) => {
    verifier ??= (mode === 'embedded' ? Promise.resolve(noCaptcha) : loadCaptcha(auth)).catch((error) => {
      verifier = undefined
      throw error
    })
    return new PhoneAuthProvider(auth).verifyPhoneNumber(to, await verifier)
  }
}

/** The embedded provider asks for no captcha: it limits by number and address. The SDK calls `_reset`. */
const noCaptcha: ApplicationVerifier & { _reset(): void } = {
  type: 'recaptcha',
  verify: async () => 'none',
  _reset() {},
}

/** Firebase asks for Google's captcha, whose code only its shops load. */
async function loadCaptcha(auth: Auth): Promise<ApplicationVerifier> {
  const { googleCaptcha } = await import('./google-captcha.ts')
  return googleCaptcha(auth.config.apiKey)
}
