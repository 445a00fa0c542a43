import { Link } from 'react-router'
import { signInTexts as texts } from '#contract/people/sign-in/texts.ts'
import { Field } from '../../platform/forms/field.tsx'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { SecondFactorPage } from './second-factor-form.tsx'
import { signIn } from './sign-in.ts'
import { isRemembered, PasswordField, RememberMe, SignInForm, useSignIn } from './sign-in-form.tsx'
import { SignInMethods } from './sign-in-methods.tsx'
import {
  DemoHelp,
  SampleAdmin,
  SignInPage,
  useLinkWithReturnPath,
  useNavigationAfterSignIn,
} from './sign-in-page.tsx'

export { ownStyles as links } from '../../platform/layout/own-styles.ts'

export const meta = titleMeta(texts.loginTitle, '/login')

/** The least that a store can ask for: passwords from before it asked for more stay usable. */
const MIN_PASSWORD_LENGTH = 6

export default function LoginRoute() {
  useNavigationAfterSignIn('remembered')
  const attempts = useSignIn()
  const { run, challenge, leaveChallenge } = attempts
  const registerLink = useLinkWithReturnPath('/register')
  if (challenge) return <SecondFactorPage challenge={challenge} onLeave={leaveChallenge} />
  const passwordForm = (
    <SignInForm
      schema={async () => (await import('#contract/people/users/users.ts')).signInSchema(MIN_PASSWORD_LENGTH)}
      submit={({ email, password }, form) =>
        run(() => signIn(isRemembered(form), (client) => client.signInWithPassword(email, password)))
      }
      button={texts.logIn}
    >
      <Field name="email" type="email" label={texts.email} autoComplete="username" />
      <PasswordField label={texts.password} autoComplete="current-password" />
      <div className="sign-in__row">
        <RememberMe />
        <Link to="/forgot-password">{texts.forgot}</Link>
      </div>
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
        attempts={attempts}
        passwordForm={passwordForm}
        popupLabel={texts.continueWith}
        asksToRemember
      />
      <p className="sign-in__other">
        <span>{`${texts.noAccount} `}</span>
        <Link to={registerLink}>{texts.toRegister}</Link>
      </p>
    </SignInPage>
  )
}
