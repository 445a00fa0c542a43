import { ApiError } from '#contract/api-client.ts'
import { identityTexts, signInFaultTexts } from '#contract/messages/account/sign-in.ts'
import { errorTexts } from '#contract/messages/errors.ts'
import { uiTexts } from '#contract/messages/ui.ts'
import { ConnectionError } from '../../../api/browser-api.ts'
import { identityMeanings } from '../provider/identity-meanings.ts'
import { SignInError } from '../provider/sign-in-error.ts'

/** What a person reads, and the raw code beside it for support. */
export type FailureWords = { text: string; code: string }

/** The words for anything that fails around a sign-in; a code nobody has seen is a fault of the store. */
export function failureWords(error: unknown): FailureWords {
  if (error instanceof SignInError) return { text: signInFaultTexts[error.code], code: error.code }
  if (error instanceof ApiError) return { text: errorTexts[error.code], code: error.code }
  if (error instanceof ConnectionError) return { text: uiTexts.connectionLost, code: 'connection' }
  const code = identityCode(error)
  if (code === undefined) return { text: identityTexts.storeFault, code: 'unexpected' }
  return { text: identityTexts[isKnown(code) ? identityMeanings[code] : 'storeFault'], code }
}

/** True for a sign-in that gave way to a newer one: it has nothing to tell. */
export function isReplaced(error: unknown): boolean {
  return isCode(error, 'auth/cancelled-popup-request')
}

/** True for an error of the identity SDK with this code. */
export function isCode(error: unknown, code: string): boolean {
  return identityCode(error) === code
}

/** The code of the SDK's error, read without the SDK: its class lives in the lazy chunk. */
function identityCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return error.code.startsWith('auth/') ? error.code : undefined
}

function isKnown(code: string): code is keyof typeof identityMeanings {
  return Object.hasOwn(identityMeanings, code)
}
