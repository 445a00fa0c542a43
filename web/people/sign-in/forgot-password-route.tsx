import { Link } from 'react-router'
import { signInTexts as texts } from '#contract/people/sign-in/texts.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { requestPasswordReset } from './mailed-links.ts'
import { MailForm, useSignIn } from './sign-in-form.tsx'
import { SignInPage } from './sign-in-page.tsx'

export { ownStyles as links } from '../../platform/layout/own-styles.ts'

export const meta = titleMeta(texts.forgotTitle, '/forgot-password')

export default function ForgotPasswordRoute() {
  const { error, run } = useSignIn()
  return (
    <SignInPage title={texts.forgotTitle} intro={texts.forgotIntro}>
      <MailForm
        autoComplete="username"
        send={(email) => run(() => requestPasswordReset(email))}
        sent={() => texts.forgotSent}
        error={error}
      />
      <p className="sign-in__other">
        <Link to="/login">{texts.toLogin}</Link>
      </p>
    </SignInPage>
  )
}
