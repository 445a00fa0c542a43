import { describeProviders, findAccount } from './accounts.ts'
import { foldAddress } from './emails.ts'
import type { Operation } from './identity.ts'
import { newUid } from './secrets.ts'
import { check } from './toolkit-error.ts'

/** `accounts:createAuthUri`: how an address may sign in; with e-mail privacy nothing about it. */
export const createAuthUri: Operation = async (identity, { body }) => {
  check(body.identifier, 'MISSING_IDENTIFIER')
  check(body.continueUri, 'MISSING_CONTINUE_URI')
  const email = foldAddress(body.identifier)
  const reply = { kind: 'identitytoolkit#CreateAuthUriResponse', sessionId: newUid() }
  if (identity.emailPrivacy) return reply
  const account = await findAccount(identity.db, { email })
  const methods = account ? describeProviders(account).map(({ providerId }) => providerId) : []
  return { ...reply, registered: account !== undefined, allProviders: methods, signinMethods: methods }
}
