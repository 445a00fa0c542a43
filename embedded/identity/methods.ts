import { type IdentityMethod, isWindowMethod } from '#contract/users/identity-methods.ts'
import { findProvider, type OutsideProvider } from './federated/outside-providers.ts'
import { check } from './http/toolkit-error.ts'
import type { Identity } from './identity.ts'

/** Whether a method is enabled and configured; a demo has demo accounts of providers that are not configured. */
export function hasMethod({ methods, demo, sendSms, clients }: Identity, method: IdentityMethod): boolean {
  if (!methods.includes(method)) return false
  if (isWindowMethod(method)) return demo || clients[method] !== undefined
  return method === 'phone' || method === 'phoneFactor' ? sendSms !== undefined : true
}

/** Error: OPERATION_NOT_ALLOWED, or `message`. */
export function checkMethod(
  identity: Identity,
  method: IdentityMethod,
  message = 'OPERATION_NOT_ALLOWED',
): void {
  check(hasMethod(identity, method), message)
}

/** The outside provider of an id. Error: OPERATION_NOT_ALLOWED, also for an unknown id. */
export function requireProvider(identity: Identity, providerId: string): OutsideProvider {
  const provider = findProvider(identity, providerId)
  check(provider && hasMethod(identity, provider.method), 'OPERATION_NOT_ALLOWED')
  return provider
}
