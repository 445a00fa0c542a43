import { signInTexts as texts } from '#contract/messages/sign-in.ts'
import { type FailureWords, failureWords } from '../session/error-words.ts'
import { applyMailCode, readResetCode } from '../session/sign-in-actions.ts'
import { SignInError } from '../session/sign-in-error.ts'
import { checkLink, readAskedLink } from '../session/sign-in-links.ts'
import type { OpenedLink } from './link-sign-in.tsx'

/** What a link of a mail asks for, and what came of it. */
export type MailLink =
  | { kind: 'reset'; title: string; code: string; email: string }
  | OpenedLink
  | { kind: 'done'; title: string; text: string }
  | { kind: 'failed'; title: string; failure: FailureWords }

/** The acts a mail can ask for, named as the provider names them in `mode`. */
const acts: Record<string, { title: string; done: string } | undefined> = {
  verifyEmail: { title: texts.verifyTitle, done: texts.verifyDone },
  recoverEmail: { title: texts.recoverTitle, done: texts.recoverDone },
  revertSecondFactorAddition: { title: texts.revertFactorTitle, done: texts.revertFactorDone },
  verifyAndChangeEmail: { title: texts.changeTitle, done: texts.changeDone },
}

/** What else a mail can lead to: these ask something first. */
const titles: Record<string, string | undefined> = {
  resetPassword: texts.resetTitle,
  signIn: texts.signInLinkTitle,
}

let last: { address: string; link: Promise<MailLink> } | undefined

/**
 * Opens the link of a mail: checks the code of a reset, applies the code of anything else. Never throws. The page
 * that shows it is loaded again where the code ends this browser's own sign-in; a code that is used is not sent twice.
 */
export function openMailLink(address: string): Promise<MailLink> {
  if (last?.address !== address) last = { address, link: open(address) }
  return last.link
}

async function open(address: string): Promise<MailLink> {
  const query = new URL(address).searchParams
  const mode = query.get('mode') ?? ''
  const code = query.get('oobCode')
  const act = Object.hasOwn(acts, mode) ? acts[mode] : undefined
  const title = titles[mode] ?? act?.title ?? texts.linkTitle
  try {
    if (!code) throw new SignInError('code-missing')
    if (mode === 'resetPassword') return { kind: 'reset', title, code, email: await readResetCode(code) }
    if (mode === 'signIn') {
      const { adds } = await checkLink(address)
      return { kind: 'sign-in', title, link: address, adds, asked: readAskedLink() }
    }
    if (!act) throw new SignInError('code-missing')
    await applyMailCode(code)
    return { kind: 'done', title, text: act.done }
  } catch (error) {
    return { kind: 'failed', title, failure: failureWords(error) }
  }
}
