import { AuthErrorCodes } from '@firebase/auth'
import { expect, test } from 'vitest'
import { ApiError } from '#contract/api-client.ts'
import { identityTexts } from '#contract/platform/auth/texts.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import { identityMeanings } from '../auth/identity-meanings.ts'
import { SignInError } from '../auth/sign-in-error.ts'
import { ConnectionError } from './browser-api.ts'
import { errorMessage, isPopupReplaced } from './error-message.ts'

function sdkError(code: string) {
  return Object.assign(new Error(`Firebase: Error (${code}).`), { code })
}

/** Codes that tell a user nothing: configuration of the provider, use of the SDK, internal errors. */
const storeFaults = `
already-initialized app-deleted app-not-authorized app-not-installed argument-error
auth-domain-config-required cordova-not-ready cors-unsupported custom-token-mismatch
dependent-sdk-initialized-before-auth dynamic-link-not-activated emulator-config-failed internal-error
invalid-api-key invalid-app-credential invalid-app-id invalid-auth-event invalid-cert-hash
invalid-continue-uri invalid-cordova-configuration invalid-custom-token invalid-dynamic-link-domain
invalid-emulator-scheme invalid-hosting-link-domain invalid-message-payload invalid-oauth-client-id
invalid-oauth-provider invalid-persistence-type invalid-provider-id invalid-recaptcha-action
invalid-recaptcha-token invalid-recaptcha-version invalid-req-type invalid-sender invalid-tenant-id
missing-android-pkg-name missing-app-credential missing-client-type missing-continue-uri
missing-iframe-start missing-ios-bundle-id missing-or-invalid-nonce missing-recaptcha-token
missing-recaptcha-version no-auth-event recaptcha-not-enabled redirect-operation-pending
tenant-id-mismatch unauthorized-continue-uri unsupported-persistence-type unsupported-tenant-operation`

test('every code of the installed SDK has a meaning or is a fault of the store, and no other has', () => {
  const faults = storeFaults
    .trim()
    .split(/\s+/)
    .map((code) => `auth/${code}`)
  // a code of the SDK that its list lacks
  const codes = new Set<string>([...Object.values(AuthErrorCodes), 'auth/login-blocked'])
  expect(new Set([...Object.keys(identityMeanings), ...faults])).toEqual(codes)
  for (const code of faults) {
    expect(identityMeanings).not.toHaveProperty([code])
    expect(errorMessage(sdkError(code)).text).toBe(identityTexts.storeFault)
  }
})

test('wrong password, unknown address and refused credential read the same', () => {
  const texts = ['auth/wrong-password', 'auth/user-not-found', 'auth/invalid-credential'].map(
    (code) => errorMessage(sdkError(code)).text,
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
])('%s has its message and keeps its code', (code, text) => {
  expect(errorMessage(sdkError(code))).toEqual({ text, code })
})

test('no message names Firebase or a code of the SDK', () => {
  for (const code of Object.values(AuthErrorCodes)) {
    expect(errorMessage(sdkError(code)).text).not.toMatch(/firebase|auth\//i)
  }
})

test('errors of the store, the connection, the sign-in and a TypeError have their message or code', () => {
  expect(errorMessage(new ApiError(401, { code: 'account_disabled' }))).toEqual({
    text: errorTexts.account_disabled,
    code: 'account_disabled',
  })
  expect(errorMessage(new ConnectionError('down')).code).toBe('connection')
  expect(errorMessage(new SignInError('no-user')).text).toBe('No user is logged in')
  expect(errorMessage(new TypeError('x is undefined'))).toEqual({
    text: errorTexts.internal,
    code: 'unexpected',
  })
})

test('a lost connection says that nothing typed is lost', () => {
  expect(errorMessage(new ConnectionError('down')).text).toMatch(/nothing you typed is lost/)
})

test('the message of a 500 response is not shown', () => {
  const fault = new ApiError(500, { code: 'internal', message: 'ECONNREFUSED 10.0.0.7' })
  expect(errorMessage(fault).text).not.toMatch(/ECONN/)
})

test('a popup that a newer one replaced counts as replaced, a closed one does not', () => {
  expect(isPopupReplaced(sdkError('auth/cancelled-popup-request'))).toBe(true)
  expect(isPopupReplaced(sdkError('auth/popup-closed-by-user'))).toBe(false)
})
