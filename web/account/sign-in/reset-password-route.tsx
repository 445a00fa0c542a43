import { useState } from 'react'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { Spinner } from '../../ui/spinner.tsx'
import type { Route } from './+types/reset-password-route.ts'
import { AttemptError } from './attempt-error.tsx'
import { PasswordField } from './credential-fields.tsx'
import { LinkSignIn } from './link-sign-in.tsx'
import { ConfirmMailAction, LinkFailed } from './mail-action.tsx'
import { openMailLink, resetPassword } from './mailed-links.ts'
import { DoneMessage, SignInPage } from './sign-in-page.tsx'
import { useSignIn } from './use-sign-in.ts'

export { ownStyles as links } from '../../layout/own-styles.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta({ matches, title: loaderData?.title ?? texts.linkTitle, path: '/reset-password' })

/** Where the links of all mails lead. */
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
  if (link.kind === 'action') return <ConfirmMailAction {...link} />
  return (
    <SignInPage title={link.title}>
      <div className="form">
        <LinkFailed {...link} />
      </div>
    </SignInPage>
  )
}

function NewPassword({ code, email }: { code: string; email: string }) {
  const minLength = useStoreConfig()?.identity.passwordMinLength ?? 6
  const [isDone, setDone] = useState(false)
  const { error, run } = useSignIn()
  const form = useForm({
    schema: async () => (await import('#contract/users/users.ts')).newPasswordSchema(minLength),
    submit: async ({ password }) => setDone(await run(() => resetPassword({ code, email, password }))),
  })
  return (
    <SignInPage title={texts.resetTitle} intro={texts.resetFor(email)}>
      {isDone ? (
        <DoneMessage text={texts.resetDone} to="/login" label={texts.toLogin} />
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
          <AttemptError error={error} />
          <FormError form={form} />
        </form>
      )}
    </SignInPage>
  )
}
