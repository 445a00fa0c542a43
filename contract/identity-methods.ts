/** Ways to sign in, and second factors, that `IDENTITY_METHODS` may name. */
export const identityMethods = ['password', 'google', 'emailLink', 'phone', 'totp', 'phoneFactor'] as const
export type IdentityMethod = (typeof identityMethods)[number]

/** What the login page can draw today. */
export const pageMethods: readonly IdentityMethod[] = ['password', 'google']
