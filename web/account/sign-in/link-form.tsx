import type { ReactNode } from 'react'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { mailSignInLink } from '../session/email-link.ts'
import { rememberedPath } from '../session/return-path.ts'
import { MailForm } from './mail-form.tsx'
import { isRemembered } from './remember-me.tsx'
import type { SignIn } from './use-sign-in.ts'

/** Asks for a link that signs in. */
export function LinkForm({ run, rememberMe }: { run: SignIn['run']; rememberMe: ReactNode }) {
  const send = (email: string, form: HTMLFormElement) =>
    run(() => {
      const asked = { email, remember: isRemembered(form) }
      return mailSignInLink(asked, rememberedPath(window.location.href))
    })
  return (
    <MailForm hint={texts.linkHint} autoComplete="username" send={send} sent={texts.linkSent}>
      {rememberMe}
    </MailForm>
  )
}
