import { type Account, describeProviders, findAccount, PASSWORD_PROVIDER } from '../accounts/accounts.ts'
import { normaliseEmail } from '../accounts/emails.ts'
import { check } from '../http/toolkit-error.ts'
import type { Operation } from '../identity.ts'
import { newUid } from '../tokens/secrets.ts'

/** `accounts:createAuthUri`: the sign-in methods of an address; none with e-mail privacy. */
export const createAuthUri: Operation = async (identity, { body }) => {
  check(body.identifier, 'MISSING_IDENTIFIER')
  check(body.continueUri, 'MISSING_CONTINUE_URI')
  const email = normaliseEmail(body.identifier)
  const reply = { kind: 'identitytoolkit#CreateAuthUriResponse', sessionId: newUid() }
  if (identity.emailPrivacy) return reply
  const account = await findAccount(identity.db, { email })
  const providers = account ? describeProviders(account).map(({ providerId }) => providerId) : []
  const signinMethods = account ? listMethods(account, providers) : []
  return { ...reply, registered: account !== undefined, allProviders: providers, signinMethods }
}

/** Link and password are one provider of the toolkit, but two methods. */
function listMethods({ user }: Account, providers: string[]): string[] {
  const others = providers.filter((provider) => provider !== PASSWORD_PROVIDER)
  return [
    ...(user.password_hash ? [PASSWORD_PROVIDER] : []),
    ...(user.email_link ? ['emailLink'] : []),
    ...others,
  ]
}
