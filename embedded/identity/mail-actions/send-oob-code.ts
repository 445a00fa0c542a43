import { setTimeout } from 'node:timers/promises'
import {
  changeEmailMail,
  passwordResetMail,
  signInLinkMail,
  verifyEmailMail,
} from '#contract/messages/account/identity.ts'
import { inTransaction } from '#database/open.ts'
import { findAccount } from '../accounts/accounts.ts'
import { normaliseEmail } from '../accounts/emails.ts'
import { limitMails } from '../accounts/rate-limits.ts'
import { check, ToolkitError } from '../http/toolkit-error.ts'
import { hostOf, type Identity, type Operation, type ToolkitCall } from '../identity.ts'
import { checkMethod } from '../methods.ts'
import { requireReauthentication } from '../mfa/second-factors.ts'
import { authenticate } from '../tokens/authenticate.ts'
import { MAIL_CODE_SECONDS as secretSeconds } from '../tokens/lifetimes.ts'
import { linkTo, signInLink } from './mail-links.ts'
import { createCode } from './oob-codes.ts'

/** Minimum duration, longer than composing a mail: the response time reveals nothing. */
const MIN_MS = 50
const FOREIGN = 'UNAUTHORIZED_DOMAIN : Domain not allowlisted by project'
const KIND = 'identitytoolkit#GetOobConfirmationCodeResponse'

/**
 * `accounts:sendOobCode`: mails a link that resets a password, signs in, or verifies or changes an address.
 * Errors: MISSING_REQ_TYPE, INVALID_CONTINUE_URI, UNAUTHORIZED_DOMAIN, OPERATION_NOT_ALLOWED, and per type.
 */
export const sendOobCode: Operation = async (identity, call) => {
  const { requestType, continueUrl } = call.body
  check(requestType, 'MISSING_REQ_TYPE')
  if (continueUrl) checkContinueUrl(identity, continueUrl)
  switch (requestType) {
    case 'PASSWORD_RESET':
      checkMethod(identity, 'password')
      return sendPasswordReset(identity, call)
    case 'VERIFY_EMAIL':
      return sendVerification(identity, call)
    case 'EMAIL_SIGNIN':
      checkMethod(identity, 'emailLink')
      return sendSignInLink(identity, call)
    case 'VERIFY_AND_CHANGE_EMAIL':
      return sendAddressChange(identity, call)
    default:
      throw new ToolkitError('INVALID_REQ_TYPE')
  }
}

/** With e-mail privacy an address without an account gets the same response after the same time. */
async function sendPasswordReset(identity: Identity, { body, address }: ToolkitCall): Promise<object> {
  check(body.email, 'MISSING_EMAIL')
  const email = normaliseEmail(body.email)
  await limitMails(identity, { email, address })
  await Promise.all([mailReset(identity, { email, continueUrl: body.continueUrl }), setTimeout(MIN_MS)])
  return { kind: KIND, email }
}

type Reset = { email: string; continueUrl: string | null | undefined }

async function mailReset(identity: Identity, { email, continueUrl }: Reset): Promise<void> {
  const account = await findAccount(identity.db, { email })
  check(account || identity.emailPrivacy, 'EMAIL_NOT_FOUND')
  const userId = account && !account.user.disabled_at ? account.user.id : null
  await inTransaction(identity.db, async (trx) => {
    const code = { request_type: 'PASSWORD_RESET', user_id: userId, email } as const
    const secret = await createCode(trx, code, { at: identity.now() })
    const link = linkTo(identity, { mode: 'resetPassword', secret, continueUrl })
    if (userId)
      await identity.sendMail(trx, { to: email, ...passwordResetMail(hostOf(identity), link), secretSeconds })
  })
}

async function sendVerification(identity: Identity, { body, address }: ToolkitCall): Promise<object> {
  const { user } = await authenticate(identity, identity.db, body.idToken)
  const { id, email } = user
  check(email, 'MISSING_EMAIL')
  await limitMails(identity, { email, address })
  await inTransaction(identity.db, async (trx) => {
    const code = { request_type: 'VERIFY_EMAIL', user_id: id, email } as const
    const secret = await createCode(trx, code, { at: identity.now() })
    const link = linkTo(identity, { mode: 'verifyEmail', secret, continueUrl: body.continueUrl })
    await identity.sendMail(trx, { to: email, ...verifyEmailMail(hostOf(identity), link), secretSeconds })
  })
  return { kind: KIND, email }
}

/** The response does not depend on whether the address has an account. */
async function sendSignInLink(identity: Identity, { body, address }: ToolkitCall): Promise<object> {
  const { continueUrl } = body
  check(body.email, 'MISSING_EMAIL')
  check(continueUrl, 'MISSING_CONTINUE_URI')
  // the link opens that page: its code must not be sent without TLS
  check(continueUrl.startsWith('https:') || identity.origin.startsWith('http:'), FOREIGN)
  const email = normaliseEmail(body.email)
  await limitMails(identity, { email, address })
  await inTransaction(identity.db, async (trx) => {
    const code = { request_type: 'EMAIL_SIGNIN', user_id: null, email } as const
    const secret = await createCode(trx, code, { at: identity.now() })
    const link = signInLink(identity, continueUrl, secret)
    await identity.sendMail(trx, { to: email, ...signInLinkMail(hostOf(identity), link), secretSeconds })
  })
  return { kind: KIND, email }
}

/** With e-mail privacy an address of another account gets no mail, and the response is the same. */
async function sendAddressChange(identity: Identity, { body, address }: ToolkitCall): Promise<object> {
  const caller = await authenticate(identity, identity.db, body.idToken)
  await requireReauthentication(identity, identity.db, caller)
  check(body.newEmail, 'MISSING_NEW_EMAIL')
  const newEmail = normaliseEmail(body.newEmail, 'INVALID_NEW_EMAIL')
  await limitMails(identity, { email: newEmail, address })
  const { idToken, continueUrl } = body
  const change = { idToken, newEmail, continueUrl }
  await Promise.all([mailAddressChange(identity, change), setTimeout(MIN_MS)])
  return { kind: KIND, email: caller.user.email ?? undefined }
}

type AddressChange = Pick<ToolkitCall['body'], 'idToken' | 'continueUrl'> & { newEmail: string }

async function mailAddressChange(
  identity: Identity,
  { idToken, newEmail, continueUrl }: AddressChange,
): Promise<void> {
  const isTaken = await findAccount(identity.db, { email: newEmail })
  check(!isTaken || identity.emailPrivacy, 'EMAIL_EXISTS')
  await inTransaction(identity.db, async (trx) => {
    // authenticated again: the session may have been revoked meanwhile
    const { user } = await authenticate(identity, trx, idToken, { lock: true })
    const { id, email } = user
    const code = { request_type: 'VERIFY_AND_CHANGE_EMAIL', user_id: id, email, new_email: newEmail } as const
    const secret = await createCode(trx, code, { at: identity.now() })
    const link = linkTo(identity, { mode: 'verifyAndChangeEmail', secret, continueUrl })
    if (!isTaken)
      await identity.sendMail(trx, {
        to: newEmail,
        ...changeEmailMail(hostOf(identity), link),
        secretSeconds,
      })
  })
}

/** A link in the store's mail must not lead to a foreign site or run script. */
function checkContinueUrl({ authorizedDomains }: Identity, continueUrl: string): void {
  const url = URL.parse(continueUrl)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  check(url && isWeb, 'INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))')
  const { hostname } = url
  const allowed = authorizedDomains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
  check(allowed, FOREIGN)
}
