import { type MailAct, mailActTexts, signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { type ErrorMessage, errorMessage } from '../../api/error-message.ts'
import { checkLink, readAskedLink } from '../session/email-link.ts'
import { SignInError } from '../session/provider/sign-in-error.ts'
import { readMailCode } from '../session/sign-in.ts'
import type { OpenedLink } from './link-sign-in.tsx'

/** What a link of a mail asks for. */
export type MailLink =
  | { kind: 'reset'; title: string; code: string; email: string }
  | OpenedLink
  | { kind: 'act'; title: string; act: MailAct; code: string; email: string }
  | { kind: 'failed'; title: string; act: MailAct | undefined; failure: ErrorMessage }

/** What else a mail can lead to. */
const titles: Record<string, string | undefined> = {
  resetPassword: texts.resetTitle,
  signIn: texts.signInLinkTitle,
}

let last: { address: string; link: Promise<MailLink> } | undefined

/**
 * Opens the link of a mail and changes nothing: the guards of mailboxes open links, too, and run their scripts.
 * Never throws. A link that the page is loaded with again is read once.
 */
export function openMailLink(address: string): Promise<MailLink> {
  if (last?.address !== address) last = { address, link: open(address) }
  return last.link
}

async function open(address: string): Promise<MailLink> {
  const query = new URL(address).searchParams
  const mode = query.get('mode') ?? ''
  const code = query.get('oobCode')
  const act = isMailAct(mode) ? mode : undefined
  const title = titles[mode] ?? (act ? mailActTexts[act].title : texts.linkTitle)
  try {
    if (!code) throw new SignInError('code-missing')
    if (mode === 'resetPassword') return { kind: 'reset', title, code, email: await readMailCode(code) }
    if (mode === 'signIn') {
      const { adds } = await checkLink(address)
      return { kind: 'sign-in', title, link: address, adds, asked: readAskedLink() }
    }
    if (!act) throw new SignInError('code-missing')
    // a second step has no address; and one that is gone already cannot be read, but still be removed
    const email = act === 'revertSecondFactorAddition' ? '' : await readMailCode(code)
    return { kind: 'act', title, act, code, email }
  } catch (error) {
    return { kind: 'failed', title, act, failure: errorMessage(error) }
  }
}

function isMailAct(mode: string): mode is MailAct {
  return Object.hasOwn(mailActTexts, mode)
}
