import type { IdentityMethod } from '#contract/identity-methods.ts'
import type { Identity } from './identity.ts'
import { check } from './toolkit-error.ts'

/** Whether a method is chosen and can work: Google stands for the demo's practice accounts. */
export function hasMethod({ methods, demo, sendSms }: Identity, method: IdentityMethod): boolean {
  if (!methods.includes(method)) return false
  if (method === 'google') return demo
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
