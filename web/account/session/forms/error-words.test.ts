import { AuthErrorCodes } from '@firebase/auth'
import { expect, test } from 'vitest'
import { ApiError } from '#contract/api-client.ts'
import { identityTexts } from '#contract/messages/account/sign-in.ts'
import { ConnectionError } from '../../../api/browser-api.ts'
import { identityMeanings } from '../provider/identity-meanings.ts'
import { SignInError } from '../provider/sign-in-error.ts'
import { failureWords, isReplaced } from './error-words.ts'

function sdkError(code: string) {
  return Object.assign(new Error(`Firebase: Error (${code}).`), { code })
}

test('every code of the SDK in use has its words, and no other has', () => {
  const codes = new Set<string>([...Object.values(AuthErrorCodes), 'auth/login-blocked'])
  expect(new Set(Object.keys(identityMeanings))).toEqual(codes)
})

test('wrong password, unknown address and refused credential read the same', () => {
  const texts = ['auth/wrong-password', 'auth/user-not-found', 'auth/invalid-credential'].map(
    (code) => failureWords(sdkError(code)).text,
  )
  expect(new Set(texts)).toEqual(new Set([identityTexts.wrongCredentials]))
})

test.each([
  ['auth/user-disabled', identityTexts.disabled],
  ['auth/user-token-expired', identityTexts.signedOut],
  ['auth/network-request-failed', identityTexts.network],
  ['auth/popup-blocked', identityTexts.popupBlocked],
  ['auth/popup-closed-by-user', identityTexts.popupClosed],
  ['auth/unauthorized-domain', identityTexts.domain],
  ['auth/email-already-in-use', identityTexts.emailInUse],
  ['auth/too-many-requests', identityTexts.tooMany],
  ['auth/invalid-api-key', identityTexts.storeFault],
  ['auth/not-invented-yet', identityTexts.storeFault],
])('%s has its words and keeps its code', (code, text) => {
  expect(failureWords(sdkError(code))).toEqual({ text, code })
})

test("no words of the SDK's own reach the page", () => {
  for (const code of Object.keys(identityMeanings)) {
    expect(failureWords(sdkError(code)).text).not.toMatch(/firebase|auth\//i)
  }
})

test('a refusal of the store, a lost connection and a fault of the sign-in have their words', () => {
  expect(failureWords(new ApiError(401, { code: 'account_disabled' }))).toMatchObject({
    code: 'account_disabled',
  })
  expect(failureWords(new ConnectionError('down')).code).toBe('connection')
  expect(failureWords(new SignInError('no-user')).text).toBe('No user is logged in')
  expect(failureWords(new TypeError('x is undefined'))).toEqual({
    text: identityTexts.storeFault,
    code: 'unexpected',
  })
})

test('only a sign-in that gave way to a newer one has nothing to tell', () => {
  expect(isReplaced(sdkError('auth/cancelled-popup-request'))).toBe(true)
  expect(isReplaced(sdkError('auth/popup-closed-by-user'))).toBe(false)
})
