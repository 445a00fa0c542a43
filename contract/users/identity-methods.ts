/** Ways to sign in, and second factors, that `IDENTITY_METHODS` may name. */
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

/** Sign-in in another provider's own window, by the name Identity Toolkit has for it. A shop names the custom one. */
export const windowProviders = {
  google: 'google.com',
  facebook: 'facebook.com',
  github: 'github.com',
  twitter: 'twitter.com',
} as const
export type WindowMethod = keyof typeof windowProviders | 'custom'

/** Whether a method opens another provider's window. */
export function isWindowMethod(method: string): method is WindowMethod {
  return method === 'custom' || Object.hasOwn(windowProviders, method)
}
