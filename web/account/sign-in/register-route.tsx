import { Link } from 'react-router'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { Field } from '../../ui/forms/field.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { register } from '../session/sign-in.ts'
import type { Route } from './+types/register-route.ts'
import { DemoHelp } from './demo-help.tsx'
import { SecondFactorPage } from './second-factor-form.tsx'
import { SignInMethods } from './sign-in-methods.tsx'
import { SignInPage, useLinkWithReturnPath, useNavigationAfterSignIn } from './sign-in-page.tsx'
import { useSignIn } from './use-sign-in.ts'

export { ownStyles as links } from '../../layout/own-styles.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.registerTitle, path: '/register' })

export default function RegisterRoute() {
  useNavigationAfterSignIn('home')
  const minLength = useStoreConfig()?.identity.passwordMinLength ?? 6
  const signIn = useSignIn()
  const { run, challenge, leaveChallenge } = signIn
  const form = useForm({
    schema: async () => (await import('#contract/users/users.ts')).registerSchema(minLength),
    submit: (account) => run(() => register(account)),
  })
  const loginLink = useLinkWithReturnPath('/login')
  const passwordForm = (
    <form {...form.props} className="form">
      <Field form={form} name="name" label={texts.name} autoComplete="name" />
      <Field form={form} name="email" type="email" label={texts.email} autoComplete="username" />
      <Field
        form={form}
        name="password"
        type="password"
        label={texts.password}
        hint={texts.passwordHint(minLength)}
        autoComplete="new-password"
      />
      <SubmitButton form={form} look="go">
        {texts.register}
      </SubmitButton>
      <FormError form={form} />
    </form>
  )
  // the account of a popup may exist here already, with a second factor
  if (challenge) return <SecondFactorPage challenge={challenge} onLeave={leaveChallenge} />
  return (
    <SignInPage title={texts.registerTitle} intro={texts.registerIntro} aside={<DemoHelp />}>
      <SignInMethods signIn={signIn} passwordForm={passwordForm} popupLabel={texts.signUpWith} />
      <p className="entrance__other">
        {texts.haveAccount} <Link to={loginLink}>{texts.toLogin}</Link>
      </p>
    </SignInPage>
  )
}
