import type { RefObject } from 'react'
import { Link } from 'react-router'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { Field } from '../../ui/forms/field.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { signInWithPassword } from '../session/sign-in.ts'
import type { Route } from './+types/login-route.ts'
import { PracticeHelp, SampleAdmin } from './demo-help.tsx'
import { RememberMe } from './remember-me.tsx'
import { SecondStep } from './second-step.tsx'
import { Ways } from './sign-in-methods.tsx'
import { Entrance } from './sign-in-page.tsx'
import { useEntrance, useKeptLink } from './use-entrance.ts'
import { useSignIn } from './use-sign-in.ts'

export { ownStyles as links } from '../../layout/own-styles.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.loginTitle, path: '/login' })

/** Passwords made when the store asked for less stay usable, so the way in asks for the least it ever did. */
const LEAST_PASSWORD_LENGTH = 6

export default function LoginRoute() {
  useEntrance('remembered')
  const signIn = useSignIn()
  const { run, challenge, leave } = signIn
  const form = useForm({
    schema: async () => (await import('#contract/users/users.ts')).signInSchema(LEAST_PASSWORD_LENGTH),
    submit: (credentials, { typed }) => run(() => signInWithPassword(credentials, 'remember' in typed)),
  })
  const registerLink = useKeptLink('/register')
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
  if (challenge) return <SecondStep challenge={challenge} onLeave={leave} />
  return (
    <Entrance
      title={texts.loginTitle}
      intro={texts.loginIntro}
      aside={
        <>
          <SampleAdmin onUse={(sample) => fillIn(form.props.ref, sample)} />
          <PracticeHelp />
        </>
      }
    >
      <Ways
        signIn={signIn}
        passwordForm={passwordForm}
        windowLabel={texts.continueWith}
        rememberMe={<RememberMe />}
      />
      <p className="entrance__other">
        {texts.noAccount} <Link to={registerLink}>{texts.toRegister}</Link>
      </p>
    </Entrance>
  )
}

function fillIn(form: RefObject<HTMLFormElement | null>, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const input = form.current?.elements.namedItem(name)
    if (input instanceof HTMLInputElement) input.value = value
  }
}
