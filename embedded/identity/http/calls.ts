import {
  createAuthUri,
  deleteAccount,
  lookupAccount,
  signUp,
  updateAccount,
} from '../accounts/own-account.ts'
import { refreshSession } from '../accounts/sessions.ts'
import { signInWithIdp } from '../federated/sign-in-with-idp.ts'
import type { Operation } from '../identity.ts'
import { applyCode, resetPassword } from '../mail-actions/apply-oob-code.ts'
import { sendOobCode } from '../mail-actions/send-oob-code.ts'
import { signInWithEmailLink } from '../mail-actions/sign-in-with-email-link.ts'
import { finalizeEnrollment, startEnrollment, withdrawEnrollment } from '../mfa/mfa-enrollment.ts'
import { finalizeMfaSignIn, startMfaSignIn } from '../mfa/mfa-sign-in.ts'
import { countRecoveryCodes, generateRecoveryCodes } from '../mfa/second-factors.ts'
import { PASSWORD_MAX_LENGTH } from '../password/passwords.ts'
import { signInWithPassword } from '../password/sign-in.ts'
import { sendVerificationCode, signInWithPhoneNumber } from '../phone/sign-in-with-phone.ts'
import { check, ToolkitError } from './toolkit-error.ts'

export type Call = {
  method: 'GET' | 'POST'
  path: string
  run: Operation
  /** Needs no API key; the response may be cached. */
  open?: true
  form?: true
}

const rejectAlways: Operation = async () => {
  throw new ToolkitError('OPERATION_NOT_ALLOWED')
}

const update: Operation = (identity, call) =>
  call.body.oobCode ? applyCode(identity, call) : updateAccount(identity, call)

/** Rejects every token: this provider has no service accounts that could sign one. */
const signInWithCustomToken: Operation = async (_identity, { body: { token } }) => {
  check(token, 'MISSING_CUSTOM_TOKEN')
  check(
    /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token),
    'INVALID_CUSTOM_TOKEN : Invalid assertion format. 3 dot separated segments required.',
  )
  throw new ToolkitError('CREDENTIAL_MISMATCH')
}

const describeProject: Operation = async ({ projectId, authorizedDomains }) => ({
  projectId,
  authorizedDomains,
})

const describePasswordPolicy: Operation = async ({ passwordMinLength }) => ({
  customStrengthOptions: { minPasswordLength: passwordMinLength, maxPasswordLength: PASSWORD_MAX_LENGTH },
  allowedNonAlphanumericCharacters: [],
  enforcementState: 'ENFORCE',
  forceUpgradeOnSignin: false,
  schemaVersion: 1,
})

/** reCAPTCHA is off. Without a key in the response the SDK logs an error. */
const describeRecaptcha: Operation = async () => ({
  recaptchaKey: 'projects/p/keys/k',
  recaptchaEnforcementState: [
    { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' },
    { provider: 'PHONE_PROVIDER', enforcementState: 'OFF' },
  ],
})

const describeKeys: Operation = async ({ keys }) => ({
  keys: (await keys.all()).map(({ publicJwk }) => publicJwk),
})

export const calls: Call[] = [
  { method: 'POST', path: '/v1/accounts:signUp', run: signUp },
  { method: 'POST', path: '/v1/accounts:signInWithPassword', run: signInWithPassword },
  { method: 'POST', path: '/v1/accounts:signInWithIdp', run: signInWithIdp },
  { method: 'POST', path: '/v1/accounts:signInWithCustomToken', run: signInWithCustomToken },
  { method: 'POST', path: '/v1/accounts:signInWithEmailLink', run: signInWithEmailLink },
  { method: 'POST', path: '/v1/accounts:sendVerificationCode', run: sendVerificationCode },
  { method: 'POST', path: '/v1/accounts:signInWithPhoneNumber', run: signInWithPhoneNumber },
  { method: 'POST', path: '/v1/accounts:lookup', run: lookupAccount },
  { method: 'POST', path: '/v1/accounts:update', run: update },
  { method: 'POST', path: '/v1/accounts:delete', run: deleteAccount },
  { method: 'POST', path: '/v1/accounts:sendOobCode', run: sendOobCode },
  { method: 'POST', path: '/v1/accounts:resetPassword', run: resetPassword },
  { method: 'POST', path: '/v1/accounts:createAuthUri', run: createAuthUri },
  { method: 'POST', path: '/v2/accounts/mfaEnrollment:start', run: startEnrollment },
  { method: 'POST', path: '/v2/accounts/mfaEnrollment:finalize', run: finalizeEnrollment },
  { method: 'POST', path: '/v2/accounts/mfaEnrollment:withdraw', run: withdrawEnrollment },
  { method: 'POST', path: '/v2/accounts/mfaSignIn:start', run: startMfaSignIn },
  { method: 'POST', path: '/v2/accounts/mfaSignIn:finalize', run: finalizeMfaSignIn },
  { method: 'POST', path: '/v2/accounts/recoveryCodes:generate', run: generateRecoveryCodes },
  { method: 'POST', path: '/v2/accounts/recoveryCodes:count', run: countRecoveryCodes },
  { method: 'POST', path: '/v1/token', run: refreshSession, form: true },
  { method: 'GET', path: '/v1/projects', run: describeProject },
  { method: 'GET', path: '/v2/passwordPolicy', run: describePasswordPolicy },
  { method: 'GET', path: '/v2/recaptchaConfig', run: describeRecaptcha },
  { method: 'GET', path: '/.well-known/jwks.json', run: describeKeys, open: true },
  { method: 'GET', path: '/v1/recaptchaParams', run: rejectAlways },
  { method: 'POST', path: '/v2/accounts:revokeToken', run: rejectAlways },
]
