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

/** External providers, whose sign-in opens a popup, with Identity Toolkit's ids; that of `custom` is configured. */
export const popupProviders = {
  google: 'google.com',
  facebook: 'facebook.com',
  github: 'github.com',
  twitter: 'twitter.com',
} as const
export type PopupMethod = keyof typeof popupProviders | 'custom'

export function isPopupMethod(method: string): method is PopupMethod {
  return method === 'custom' || Object.hasOwn(popupProviders, method)
}
