import { useState } from 'react'
import { Link } from 'react-router'
import { signInTexts as texts } from '#contract/messages/sign-in.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { DemoMailbox } from '../session/demo-mailbox.tsx'
import { FailureText } from '../session/failure-text.tsx'
import { requestPasswordReset } from '../session/sign-in-actions.ts'
import { useFailure } from '../session/use-failure.ts'
import { Field, SubmitButton } from '../ui/field.tsx'
import { useForm } from '../ui/form-state.ts'
import type { Route } from './+types/forgot-password-route.ts'
import { Entrance } from './entrance.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.forgotTitle, path: '/forgot-password' })

/** Always the same answer, so that nobody learns here whether an address has an account. */
export default function ForgotPasswordRoute() {
  const [isSent, setSent] = useState(false)
  const { failure, run } = useFailure()
  const form = useForm({
    schema: async () => (await import('#contract/fields.ts')).emailParams,
    submit: async ({ email }) => {
      setSent(false)
      const isSent = await run(() => requestPasswordReset(email))
      setSent(isSent)
      return isSent
    },
  })
  return (
    <Entrance title={texts.forgotTitle} intro={texts.forgotIntro}>
      <form {...form.props} className="form">
        <Field form={form} name="email" type="email" label={texts.email} autoComplete="username" />
        <SubmitButton form={form} look="go">
          {texts.forgotSend}
        </SubmitButton>
        <FailureText failure={failure} />
        <div role="status">
          {isSent && (
            <p className="told">
              {texts.forgotSent} <DemoMailbox />
            </p>
          )}
        </div>
      </form>
      <p className="entrance__other">
        <Link to="/login">{texts.toLogin}</Link>
      </p>
    </Entrance>
  )
}
