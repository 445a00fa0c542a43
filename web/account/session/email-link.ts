import { isCode } from '../../api/error-message.ts'
import { enterStore, signIn } from './enter-store.ts'
import type { MailedLink } from './identity-client.ts'
import { SignInError } from './provider/sign-in-error.ts'
import { pageAddress, remembering } from './return-path.ts'
import { connectSession, whileActing } from './session.ts'

/** What this browser keeps of a link it has asked for: whose it is, and whether its sign-in outlives the browser. */
export type AskedLink = { email: string; remember: boolean }

/** Where it is kept, and what marks a link that adds an address to the account that asked for it. */
const ASKED = 'askedLink'
const ADDS = 'adds'

/** Mails a link that signs in and goes on to a page of this store. Resolves alike for known and unknown addresses. */
export function mailSignInLink(asked: AskedLink, returnPath: string): Promise<void> {
  return mailLink(asked, pageAddress(remembering('/reset-password', returnPath)))
}

/** The same for the account that is signed in and has no address yet. */
export function mailAddressLink(email: string, returnPath: string): Promise<void> {
  const address = new URL(pageAddress(remembering('/reset-password', returnPath)))
  address.searchParams.set(ADDS, 'yes')
  return mailLink({ email, remember: true }, address.href)
}

/** What this browser has asked for; nothing in another browser, or where storage is closed. */
export function readAskedLink(): AskedLink | undefined {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(ASKED) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('email' in kept) || !('remember' in kept))
      return undefined
    const { email, remember } = kept
    return typeof email === 'string' && typeof remember === 'boolean' ? { email, remember } : undefined
  } catch {
    return undefined
  }
}

/** Whether an opened link adds an address. Throws `link-needs-sign-in` where its account is not signed in. */
export async function checkLink(link: string): Promise<{ adds: boolean }> {
  const adds = new URL(link).searchParams.has(ADDS)
  if (adds && !(await connectSession())) throw new SignInError('link-needs-sign-in')
  return { adds }
}

/** Signs in by an opened link; `email` is what it was sent to. */
export function signInWithLink(mailed: MailedLink, remember: boolean): Promise<void> {
  return signIn(remember, (client) => client.signInWithLink(mailed).catch(tellOtherAddress)).then(forget)
}

/** Gives the account that is signed in the address to which the opened link was sent. */
export function addEmailByLink(mailed: MailedLink): Promise<void> {
  return whileActing(async (client) => {
    await client.addEmail(mailed).catch(tellOtherAddress)
    await enterStore(client, 'local')
  }).then(forget)
}

function mailLink(asked: AskedLink, address: string): Promise<void> {
  return whileActing(async (client) => {
    await client.sendSignInLink(asked.email, address)
    try {
      window.localStorage.setItem(ASKED, JSON.stringify(asked))
    } catch {
      // a browser that keeps nothing asks for the address when the link is opened
    }
  })
}

function forget(): void {
  try {
    window.localStorage.removeItem(ASKED)
  } catch {
    // as above
  }
}

function tellOtherAddress(cause: unknown): never {
  throw isCode(cause, 'auth/invalid-email') ? new SignInError('link-of-another', { cause }) : cause
}
