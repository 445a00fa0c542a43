import { setTimeout } from 'node:timers/promises'
import {
  changeEmailMail,
  passwordResetMail,
  signInLinkMail,
  verifyEmailMail,
} from '#contract/people/sign-in/identity-texts.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { findUser, normaliseEmail } from '../accounts/accounts.ts'
import { limitMails } from '../accounts/rate-limits.ts'
import { authenticate } from '../accounts/sessions.ts'
import { checkMethod } from '../accounts/sign-in-methods.ts'
import { check } from '../http/toolkit-error.ts'
import { hostOf, type Identity, type Operation, type ToolkitCall } from '../identity.ts'
import { requireReauthentication } from '../mfa/second-factors.ts'
import { MAIL_CODE_SECONDS } from '../tokens/secrets.ts'
import { createLink } from './oob-codes.ts'

type Body = ToolkitCall['body']

/** Minimum duration, usually longer than queueing a mail, so that the response time reveals no account. */
const MIN_MS = 50
const FOREIGN = 'UNAUTHORIZED_DOMAIN : Domain not allowlisted by project'

export const sendOobCode: Operation = async (identity, call) => {
  const { requestType, continueUrl } = call.body
  check(requestType, 'MISSING_REQ_TYPE')
  if (continueUrl) checkContinueUrl(identity, continueUrl)
  const send = senders.get(requestType)
  check(send, 'INVALID_REQ_TYPE')
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: await send(identity, call) }
}

/** With e-mail privacy an address without an account gets the same response after about the same time. */
async function sendPasswordReset(identity: Identity, { body, ...client }: ToolkitCall): Promise<string> {
  checkMethod(identity, 'password')
  check(body.email, 'MISSING_EMAIL')
  const email = normaliseEmail(body.email)
  await limitMails(identity, { to: email, ...client })
  await Promise.all([mailReset(identity, email, body), setTimeout(MIN_MS)])
  return email
}

async function mailReset(identity: Identity, email: string, { continueUrl }: Body): Promise<void> {
  const user = await findUser(identity.db, { email })
  check(user || identity.emailPrivacy, 'EMAIL_NOT_FOUND')
  const userId = user && !user.disabled_at ? user.id : null
  const code = { request_type: 'PASSWORD_RESET', user_id: userId, email } as const
  await inTransaction(identity.db, async (trx) => {
    const link = await createLink(identity, trx, code, { continueUrl })
    if (userId) await sendMail(identity, trx, email, passwordResetMail(hostOf(identity), link))
  })
}

async function sendVerification(identity: Identity, { body, ...client }: ToolkitCall): Promise<string> {
  const { continueUrl } = body
  const { user } = await authenticate(identity, identity.db, body.idToken)
  const { id, email } = user
  check(email, 'MISSING_EMAIL')
  await limitMails(identity, { to: email, ...client })
  const code = { request_type: 'VERIFY_EMAIL', user_id: id, email } as const
  await inTransaction(identity.db, async (trx) => {
    const link = await createLink(identity, trx, code, { continueUrl })
    await sendMail(identity, trx, email, verifyEmailMail(hostOf(identity), link))
  })
  return email
}

/** The response does not depend on whether the address has an account. */
async function sendSignInLink(identity: Identity, { body, ...client }: ToolkitCall): Promise<string> {
  const { continueUrl } = body
  checkMethod(identity, 'emailLink')
  check(body.email, 'MISSING_EMAIL')
  check(continueUrl, 'MISSING_CONTINUE_URI')
  // the link opens that page: its code must not be sent without TLS, unless the store itself has none
  check(continueUrl.startsWith('https:') || identity.origin.startsWith('http:'), FOREIGN)
  const email = normaliseEmail(body.email)
  await limitMails(identity, { to: email, ...client })
  const code = { request_type: 'EMAIL_SIGNIN', user_id: null, email } as const
  await inTransaction(identity.db, async (trx) => {
    const link = await createLink(identity, trx, code, { continueUrl })
    await sendMail(identity, trx, email, signInLinkMail(hostOf(identity), link))
  })
  return email
}

/** With e-mail privacy an address that has an account gets no mail, and the response is the same. */
async function sendAddressChange(identity: Identity, { body, ...client }: ToolkitCall) {
  const caller = await authenticate(identity, identity.db, body.idToken)
  await requireReauthentication(identity, identity.db, caller)
  check(body.newEmail, 'MISSING_NEW_EMAIL')
  const newEmail = normaliseEmail(body.newEmail, 'INVALID_NEW_EMAIL')
  await limitMails(identity, { to: newEmail, ...client })
  await Promise.all([mailAddressChange(identity, newEmail, body), setTimeout(MIN_MS)])
  return caller.user.email ?? undefined
}

async function mailAddressChange(identity: Identity, newEmail: string, { idToken, continueUrl }: Body) {
  const owner = await findUser(identity.db, { email: newEmail })
  check(!owner || identity.emailPrivacy, 'EMAIL_EXISTS')
  await inTransaction(identity.db, async (trx) => {
    // authenticated again: the session may have been revoked since
    const { user } = await authenticate(identity, trx, idToken, { lock: true })
    const { id, email } = user
    const code = { request_type: 'VERIFY_AND_CHANGE_EMAIL', user_id: id, email, new_email: newEmail } as const
    const link = await createLink(identity, trx, code, { continueUrl })
    if (!owner) await sendMail(identity, trx, newEmail, changeEmailMail(hostOf(identity), link))
  })
}

type Mail = { subject: string; text: string }

function sendMail(identity: Identity, trx: Db, to: string, mail: Mail): Promise<void> {
  return identity.sendMail(trx, { to, ...mail, secretSeconds: MAIL_CODE_SECONDS })
}

const senders = new Map<string, (identity: Identity, call: ToolkitCall) => Promise<string | undefined>>([
  ['PASSWORD_RESET', sendPasswordReset],
  ['VERIFY_EMAIL', sendVerification],
  ['EMAIL_SIGNIN', sendSignInLink],
  ['VERIFY_AND_CHANGE_EMAIL', sendAddressChange],
])

/** A link in the store's mail must not lead to a foreign site, to another service on the store's host, or run script. */
function checkContinueUrl({ authorizedDomains, origin }: Identity, continueUrl: string): void {
  const url = URL.parse(continueUrl)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  check(url && isWeb, 'INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))')
  const { hostname, port, username, password } = url
  const allowed = authorizedDomains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
  const isUsualPort = port === '' || port === new URL(origin).port
  check(allowed && isUsualPort && !username && !password, FOREIGN)
}
