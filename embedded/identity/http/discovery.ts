import type { Operation } from '../identity.ts'
import { PASSWORD_MAX_LENGTH } from '../password/passwords.ts'

export const describeProject: Operation = async ({ projectId, authorizedDomains }) => ({
  projectId,
  authorizedDomains,
})

/** `/v2/passwordPolicy`, for the SDK's `validatePassword`. */
export const describePasswordPolicy: Operation = async ({ passwordMinLength }) => ({
  customStrengthOptions: {
    minPasswordLength: passwordMinLength,
    maxPasswordLength: PASSWORD_MAX_LENGTH,
  },
  allowedNonAlphanumericCharacters: [],
  enforcementState: 'ENFORCE',
  forceUpgradeOnSignin: false,
  schemaVersion: 1,
})

/** `/v2/recaptchaConfig`: all off. Without a key the SDK logs an error. */
export const describeRecaptcha: Operation = async () => ({
  recaptchaKey: 'projects/p/keys/k',
  recaptchaEnforcementState: ['EMAIL_PASSWORD_PROVIDER', 'PHONE_PROVIDER'].map((provider) => ({
    provider,
    enforcementState: 'OFF',
  })),
})

export const describeKeys: Operation = async ({ keys }) => ({
  keys: (await keys.all()).map(({ publicJwk }) => publicJwk),
})
