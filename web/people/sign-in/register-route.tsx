import { Link } from 'react-router'
import { signInTexts as texts } from '#contract/people/sign-in/texts.ts'
import { useStoreConfig } from '../../platform/api/store-config.ts'
import { Field } from '../../platform/forms/field.tsx'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { SecondFactorPage } from './second-factor-form.tsx'
import { register } from './sign-in.ts'
import { PasswordField, SignInForm, useSignIn } from './sign-in-form.tsx'
import { SignInMethods } from './sign-in-methods.tsx'
import { DemoHelp, SignInPage, useLinkWithReturnPath, useNavigationAfterSignIn } from './sign-in-page.tsx'

export { ownStyles as links } from '../../platform/layout/own-styles.ts'

export const meta = titleMeta(texts.registerTitle, '/register')

export default function RegisterRoute() {
  useNavigationAfterSignIn('home')
  const minLength = useStoreConfig()?.identity.passwordMinLength ?? 6
  const attempts = useSignIn()
  const { run, challenge, leaveChallenge } = attempts
  const loginLink = useLinkWithReturnPath('/login')
  // the account of a popup may exist here already, with a second factor
  if (challenge) return <SecondFactorPage challenge={challenge} onLeave={leaveChallenge} />
  const passwordForm = (
    <SignInForm
      schema={async () => (await import('#contract/people/users/users.ts')).registerSchema(minLength)}
      submit={(account) => run(() => register(account))}
      button={texts.register}
    >
      <Field name="name" label={texts.name} autoComplete="name" />
      <Field name="email" type="email" label={texts.email} autoComplete="username" />
      <PasswordField
        label={texts.password}
        hint={texts.passwordHint(minLength)}
        autoComplete="new-password"
      />
    </SignInForm>
  )
  return (
    <SignInPage title={texts.registerTitle} intro={texts.registerIntro} aside={<DemoHelp />}>
      <SignInMethods attempts={attempts} passwordForm={passwordForm} popupLabel={texts.signUpWith} />
      <p className="sign-in__other">
        <span>{`${texts.haveAccount} `}</span>
        <Link to={loginLink}>{texts.toLogin}</Link>
      </p>
    </SignInPage>
  )
}
