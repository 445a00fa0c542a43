import { Link } from 'react-router'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { Field } from '../../ui/forms/field.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { register } from '../session/sign-in.ts'
import type { Route } from './+types/register-route.ts'
import { PracticeHelp } from './demo-help.tsx'
import { SecondStep } from './second-step.tsx'
import { Ways } from './sign-in-methods.tsx'
import { Entrance } from './sign-in-page.tsx'
import { useEntrance, useKeptLink } from './use-entrance.ts'
import { useSignIn } from './use-sign-in.ts'

export { ownStyles as links } from '../../layout/own-styles.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.registerTitle, path: '/register' })

export default function RegisterRoute() {
  useEntrance('home')
  const minLength = useStoreConfig()?.identity.passwordMinLength ?? 6
  const signIn = useSignIn()
  const { run, challenge, leave } = signIn
  const form = useForm({
    schema: async () => (await import('#contract/users/users.ts')).registerSchema(minLength),
    submit: (account) => run(() => register(account)),
  })
  const loginLink = useKeptLink('/login')
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
  // an outside account may be known here already
  if (challenge) return <SecondStep challenge={challenge} onLeave={leave} />
  return (
    <Entrance title={texts.registerTitle} intro={texts.registerIntro} aside={<PracticeHelp />}>
      <Ways signIn={signIn} passwordForm={passwordForm} windowLabel={texts.signUpWith} />
      <p className="entrance__other">
        {texts.haveAccount} <Link to={loginLink}>{texts.toLogin}</Link>
      </p>
    </Entrance>
  )
}
