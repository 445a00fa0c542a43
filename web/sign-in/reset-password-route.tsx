import { useState } from 'react'
import { signInTexts as texts } from '#contract/messages/sign-in.ts'
import { useStoreConfig } from '../api/store-config.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { FailureText } from '../session/failure-text.tsx'
import { PasswordField } from '../session/password-field.tsx'
import { resetPassword } from '../session/sign-in-actions.ts'
import { useFailure } from '../session/use-failure.ts'
import { LinkButton } from '../ui/button.tsx'
import { SubmitButton } from '../ui/field.tsx'
import { useForm } from '../ui/form-state.ts'
import { Spinner } from '../ui/spinner.tsx'
import type { Route } from './+types/reset-password-route.ts'
import { Entrance } from './entrance.tsx'
import { LinkSignIn } from './link-sign-in.tsx'
import { openMailLink } from './mail-link.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta({ matches, title: loaderData?.title ?? texts.linkTitle, path: '/reset-password' })

/** Where the links of all mails lead. Codes are for one use, so the page is loaded once. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return openMailLink(request.url)
}
clientLoader.hydrate = true as const

export function shouldRevalidate(): boolean {
  return false
}

export function HydrateFallback() {
  return <Spinner />
}

export default function ResetPasswordRoute({ loaderData: link }: Route.ComponentProps) {
  if (link.kind === 'reset') return <NewPassword code={link.code} email={link.email} />
  if (link.kind === 'sign-in') return <LinkSignIn {...link} />
  return (
    <Entrance title={link.title}>
      {link.kind === 'done' ? (
        <Told text={link.text} to="/dashboard" act={texts.goOn} />
      ) : (
        <div className="form">
          <FailureText failure={link.failure} />
          <div className="form__acts">
            <LinkButton to="/forgot-password">{texts.askAgain}</LinkButton>
            <LinkButton to="/login">{texts.toLogin}</LinkButton>
          </div>
        </div>
      )}
    </Entrance>
  )
}

function NewPassword({ code, email }: { code: string; email: string }) {
  const minLength = useStoreConfig()?.identity.passwordMinLength ?? 6
  const [isDone, setDone] = useState(false)
  const { failure, run } = useFailure()
  const form = useForm({
    schema: async () => (await import('#contract/users.ts')).newPasswordSchema(minLength),
    submit: async ({ password }) => setDone(await run(() => resetPassword({ code, email, password }))),
  })
  return (
    <Entrance title={texts.resetTitle} intro={texts.resetFor(email)}>
      {isDone ? (
        <Told text={texts.resetDone} to="/login" act={texts.toLogin} />
      ) : (
        <form {...form.props} className="form">
          <PasswordField
            form={form}
            email={email}
            label={texts.newPassword}
            hint={texts.passwordHint(minLength)}
            autoComplete="new-password"
          />
          <SubmitButton form={form} look="go">
            {texts.resetSave}
          </SubmitButton>
          <FailureText failure={failure} />
        </form>
      )}
    </Entrance>
  )
}

function Told({ text, to, act }: { text: string; to: string; act: string }) {
  return (
    <div className="form">
      <p className="told" role="status">
        {text}
      </p>
      <div className="form__acts">
        <LinkButton to={to} look="go">
          {act}
        </LinkButton>
      </div>
    </div>
  )
}
