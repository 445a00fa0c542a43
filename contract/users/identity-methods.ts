/** Sign-in methods and second factors, the values of `IDENTITY_METHODS`. */
export const identityMethods = [
  'password',
  'google',
  'facebook',
  'github',
  'twitter',
  'custom',
  'emailLink',
  'phone',
  'totp',
  'phoneFactor',
] as const
export type IdentityMethod = (typeof identityMethods)[number]

/** Outside providers, whose sign-in opens a popup, with Identity Toolkit's ids; that of `custom` is configured. */
export const windowProviders = {
  google: 'google.com',
  facebook: 'facebook.com',
  github: 'github.com',
  twitter: 'twitter.com',
} as const
export type WindowMethod = keyof typeof windowProviders | 'custom'

export function isWindowMethod(method: string): method is WindowMethod {
  return method === 'custom' || Object.hasOwn(windowProviders, method)
}
