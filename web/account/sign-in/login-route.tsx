import { Link } from 'react-router'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { Field } from '../../ui/forms/field.tsx'
import { signInWithPassword } from '../session/sign-in.ts'
import type { Route } from './+types/login-route.ts'
import { DemoHelp, SampleAdmin } from './demo-help.tsx'
import { SecondFactorPage } from './second-factor-form.tsx'
import { isRemembered, RememberMe, SignInForm, useSignIn } from './sign-in-form.tsx'
import { SignInMethods } from './sign-in-methods.tsx'
import { SignInPage, useLinkWithReturnPath, useNavigationAfterSignIn } from './sign-in-page.tsx'

export { ownStyles as links } from '../../layout/own-styles.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.loginTitle, path: '/login' })

/** Passwords from the time when the store asked for less stay usable. */
const LEAST_PASSWORD_LENGTH = 6

export default function LoginRoute() {
  useNavigationAfterSignIn('remembered')
  const signIn = useSignIn()
  const registerLink = useLinkWithReturnPath('/register')
  if (signIn.challenge)
    return <SecondFactorPage challenge={signIn.challenge} onLeave={signIn.leaveChallenge} />
  const passwordForm = (
    <SignInForm
      schema={async () => (await import('#contract/users/users.ts')).signInSchema(LEAST_PASSWORD_LENGTH)}
      submit={(typed, form) => signIn.run(() => signInWithPassword(typed, isRemembered(form)))}
      button={texts.logIn}
    >
      {(form) => (
        <>
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
        </>
      )}
    </SignInForm>
  )
  return (
    <SignInPage
      title={texts.loginTitle}
      intro={texts.loginIntro}
      aside={
        <>
          <SampleAdmin />
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
