import { type MailAction, mailActionTexts, signInTexts as texts } from '#contract/people/sign-in/texts.ts'
import { type ErrorMessage, errorMessage, isCode } from '../../platform/api/error-message.ts'
import type { MailedLink, SignInResult } from '../../platform/auth/identity-client.ts'
import { pageAddress, withReturnPath } from '../../platform/auth/return-path.ts'
import { connectSession, withIdentityClient } from '../../platform/auth/session.ts'
import { SignInError } from '../../platform/auth/sign-in-error.ts'
import { enterStore, signIn } from './sign-in.ts'

export type SignInLink = {
  kind: 'sign-in'
  title: string
  link: string
  addsEmail: boolean
  /** The link that this browser asked for last; undefined if it has stored none. */
  requested: RequestedLink | undefined
}

export type MailLink =
  | { kind: 'reset'; title: string; code: string; email: string }
  | SignInLink
  | { kind: 'action'; title: string; action: MailAction; code: string; email: string }
  | { kind: 'failed'; title: string; mode: string; error: ErrorMessage }

let lastOpened: { address: string; link: Promise<MailLink> } | undefined

/** Only reads the link: mail scanners open links, too. It is read once, even if the page's loader runs again. */
export function openMailLink(address: string): Promise<MailLink> {
  if (lastOpened?.address !== address) lastOpened = { address, link: readLink(address) }
  return lastOpened.link
}

async function readLink(address: string): Promise<MailLink> {
  const query = new URL(address).searchParams
  const mode = query.get('mode') ?? ''
  const code = query.get('oobCode')
  const action = isMailAction(mode) ? mode : undefined
  const title = titleOf(mode)
  try {
    if (!code) throw new SignInError('code-missing')
    if (mode === 'resetPassword') return { kind: 'reset', title, code, email: await readCode(code) }
    if (mode === 'signIn') return await openSignInLink(address, title)
    if (!action) throw new SignInError('code-missing')
    // the mail of a second factor names no address, and its code can be used even where it can no longer be read
    const email = action === 'revertSecondFactorAddition' ? '' : await readCode(code)
    return { kind: 'action', title, action, code, email }
  } catch (error) {
    return { kind: 'failed', title, mode, error: errorMessage(error) }
  }
}

function titleOf(mode: string): string {
  if (mode === 'resetPassword') return texts.resetTitle
  if (mode === 'signIn') return texts.signInLinkTitle
  return isMailAction(mode) ? mailActionTexts[mode].title : texts.linkTitle
}

export function isMailAction(mode: string): mode is MailAction {
  return Object.hasOwn(mailActionTexts, mode)
}

/** A link that adds an address needs a signed-in account: without one it throws `link-needs-sign-in`. */
async function openSignInLink(link: string, title: string): Promise<SignInLink> {
  const addsEmail = new URL(link).searchParams.has(ADDS_EMAIL)
  if (addsEmail && !(await connectSession())) throw new SignInError('link-needs-sign-in')
  return { kind: 'sign-in', title, link, addsEmail, requested: readRequestedLink() }
}

function readCode(code: string): Promise<string> {
  return withIdentityClient((client) => client.readMailCode(code))
}

export type RequestedLink = { email: string; remember: boolean }

const REQUESTED_KEY = 'askedLink'
const ADDS_EMAIL = 'adds'

/** Mails a link that signs in and leads to a page of this store. Resolves alike for known and unknown addresses. */
export function mailSignInLink(requested: RequestedLink, returnPath: string): Promise<void> {
  return mailLink(requested, pageAddress(withReturnPath('/reset-password', returnPath)))
}

export function mailAddEmailLink(email: string, returnPath: string): Promise<void> {
  const returnTo = new URL(pageAddress(withReturnPath('/reset-password', returnPath)))
  returnTo.searchParams.set(ADDS_EMAIL, 'yes')
  return mailLink({ email, remember: true }, returnTo.href)
}

/** Undefined if none is stored, or the browser forbids the storage. */
function readRequestedLink(): RequestedLink | undefined {
  try {
    const { email, remember } = JSON.parse(window.localStorage.getItem(REQUESTED_KEY) ?? 'null')
    return typeof email === 'string' && typeof remember === 'boolean' ? { email, remember } : undefined
  } catch {
    return undefined
  }
}

export async function signInWithLink(link: MailedLink, remember: boolean): Promise<SignInResult> {
  const result = await signIn(remember, (client) => client.signInWithLink(link).catch(explainOtherAddress))
  if (result.kind === 'done') storeRequestedLink(null)
  return result
}

export async function addEmailByLink(link: MailedLink): Promise<void> {
  await withIdentityClient(async (client) => {
    await client.addEmail(link).catch(explainOtherAddress)
    await enterStore(client, 'local')
  })
  storeRequestedLink(null)
}

function mailLink(requested: RequestedLink, returnTo: string): Promise<void> {
  return withIdentityClient(async (client) => {
    await client.sendSignInLink(requested.email, returnTo)
    storeRequestedLink(requested)
  })
}

/** Null clears it. Where storage is forbidden, the page asks for the address when the link is opened. */
function storeRequestedLink(requested: RequestedLink | null): void {
  try {
    window.localStorage.setItem(REQUESTED_KEY, JSON.stringify(requested))
  } catch {}
}

function explainOtherAddress(cause: unknown): never {
  throw isCode(cause, 'auth/invalid-email') ? new SignInError('link-of-another', { cause }) : cause
}

export async function requestPasswordReset(email: string): Promise<void> {
  try {
    await withIdentityClient((client) => client.sendPasswordReset(email, pageAddress('/login')))
  } catch (error) {
    if (!isCode(error, 'auth/user-not-found')) throw error
  }
}

/** Sets the new password. The provider ends the account's sign-ins; this browser logs out if it is signed in to that account. */
export function resetPassword(code: string, email: string, password: string): Promise<void> {
  return withIdentityClient(async (client) => {
    await client.resetPassword(code, password)
    if (client.user()?.email === email) await client.signOut()
  })
}

export function applyMailCode(code: string): Promise<void> {
  return withIdentityClient(async (client) => {
    await client.applyCode(code)
    // The ID token carries the change. A failure does not matter: the SDK renews the token within the hour.
    if (client.user()) await client.idToken(true).catch(() => undefined)
  })
}
