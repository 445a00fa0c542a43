import type { IdentityMethod, WindowMethod } from '#contract/identity-methods.ts'
import type { Identity } from './identity.ts'
import { check } from './toolkit-error.ts'

const windowMethods = new Set<string>([
  'google',
  'facebook',
  'github',
  'twitter',
  'custom',
] satisfies WindowMethod[])

/** Whether a method is chosen and can work: Google stands for the demo's practice accounts. */
export function hasMethod({ methods, demo, sendSms }: Identity, method: IdentityMethod): boolean {
  if (!methods.includes(method)) return false
  if (windowMethods.has(method)) return demo && method === 'google'
  return method === 'phone' || method === 'phoneFactor' ? sendSms !== undefined : true
}

/** Error: OPERATION_NOT_ALLOWED, or PASSWORD_LOGIN_DISABLED where the toolkit says so. */
export function checkMethod(
  identity: Identity,
  method: IdentityMethod,
  message = 'OPERATION_NOT_ALLOWED',
): void {
  check(hasMethod(identity, method), message)
}
