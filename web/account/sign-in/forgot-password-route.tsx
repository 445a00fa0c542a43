import { Link } from 'react-router'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { FailureText } from '../session/forms/failure-text.tsx'
import { useFailure } from '../session/forms/use-failure.ts'
import { requestPasswordReset } from '../session/sign-in.ts'
import type { Route } from './+types/forgot-password-route.ts'
import { MailForm } from './mail-form.tsx'
import { Entrance } from './sign-in-page.tsx'

export { ownStyles as links } from '../../layout/own-styles.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.forgotTitle, path: '/forgot-password' })

export default function ForgotPasswordRoute() {
  const { failure, run } = useFailure()
  return (
    <Entrance title={texts.forgotTitle} intro={texts.forgotIntro}>
      <MailForm
        autoComplete="username"
        send={(email) => run(() => requestPasswordReset(email))}
        sent={() => texts.forgotSent}
        failure={<FailureText failure={failure} />}
      />
      <p className="entrance__other">
        <Link to="/login">{texts.toLogin}</Link>
      </p>
    </Entrance>
  )
}
