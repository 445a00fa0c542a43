import type { RefObject } from 'react'
import { Link } from 'react-router'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { Field } from '../../ui/forms/field.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { signInWithPassword } from '../session/sign-in.ts'
import type { Route } from './+types/login-route.ts'
import { DemoHelp, SampleAdmin } from './demo-help.tsx'
import { RememberMe } from './remember-me.tsx'
import { SecondFactorPage } from './second-factor-form.tsx'
import { fillIn, SignInMethods } from './sign-in-methods.tsx'
import { SignInPage, useLinkWithReturnPath, useNavigationAfterSignIn } from './sign-in-page.tsx'
import { useSignIn } from './use-sign-in.ts'

export { ownStyles as links } from '../../layout/own-styles.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.loginTitle, path: '/login' })

/** Passwords from the time when the store asked for less stay usable. */
const LEAST_PASSWORD_LENGTH = 6

export default function LoginRoute() {
  useNavigationAfterSignIn('remembered')
  const signIn = useSignIn()
  const { run, challenge, leaveChallenge } = signIn
  const form = useForm({
    schema: async () => (await import('#contract/users/users.ts')).signInSchema(LEAST_PASSWORD_LENGTH),
    submit: (credentials, { typed }) => run(() => signInWithPassword(credentials, 'remember' in typed)),
  })
  const registerLink = useLinkWithReturnPath('/register')
  const passwordForm = (
    <form {...form.props} className="form">
      <Field form={form} name="email" type="email" label={texts.email} autoComplete="username" />
      <Field
        form={form}
        name="password"
        type="password"
        label={texts.password}
        autoComplete="current-password"
      />
      <div className="entrance__row">
        <RememberMe />
        <Link to="/forgot-password">{texts.forgot}</Link>
      </div>
      <SubmitButton form={form} look="go">
        {texts.logIn}
      </SubmitButton>
      <FormError form={form} />
    </form>
  )
  if (challenge) return <SecondFactorPage challenge={challenge} onLeave={leaveChallenge} />
  return (
    <SignInPage
      title={texts.loginTitle}
      intro={texts.loginIntro}
      aside={
        <>
          <SampleAdmin onUse={(sample) => fillInAll(form.props.ref, sample)} />
          <DemoHelp />
        </>
      }
    >
      <SignInMethods
        signIn={signIn}
        passwordForm={passwordForm}
        popupLabel={texts.continueWith}
        asksToRemember
      />
      <p className="entrance__other">
        {texts.noAccount} <Link to={registerLink}>{texts.toRegister}</Link>
      </p>
    </SignInPage>
  )
}

function fillInAll(form: RefObject<HTMLFormElement | null>, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const input = form.current?.elements.namedItem(name)
    if (input instanceof HTMLInputElement) fillIn(input, value)
  }
}
