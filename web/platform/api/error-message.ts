import { ApiError } from '#contract/api-client.ts'
import { identityTexts, signInFaultTexts } from '#contract/platform/auth/texts.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { identityMeanings } from '../auth/identity-meanings.ts'
import { SignInError } from '../auth/sign-in-error.ts'
import { ConnectionError } from './browser-api.ts'

export type ErrorMessage = { text: string; code: string }

/** The message for any error, by its code; it holds no text of the server or the SDK. */
export function errorMessage(error: unknown): ErrorMessage {
  if (error instanceof SignInError) return { text: signInFaultTexts[error.code], code: error.code }
  if (error instanceof ApiError) return { text: errorTexts[error.code], code: error.code }
  if (error instanceof ConnectionError) return { text: uiTexts.connectionLost, code: 'connection' }
  const code = identityCode(error)
  if (code === undefined) return { text: errorTexts.internal, code: 'unexpected' }
  return { text: identityTexts[identityMeanings[code] ?? 'storeFault'], code }
}

export function isPopupReplaced(error: unknown): boolean {
  return isCode(error, 'auth/cancelled-popup-request')
}

export function isCode(error: unknown, code: string): boolean {
  return identityCode(error) === code
}

/** The code of an error of the SDK, by its shape: importing its class would load the SDK. */
function identityCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return error.code.startsWith('auth/') ? error.code : undefined
}
