import { signInFaultTexts, signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { mailAddressLink } from '../session/email-link.ts'
import { FailureText } from '../session/forms/failure-text.tsx'
import { useFailure } from '../session/forms/use-failure.ts'
import { requireNoEmail } from '../session/guards.ts'
import { rememberedPath, remembering } from '../session/return-path.ts'
import type { Route } from './+types/add-email-route.ts'
import { MailForm } from './mail-form.tsx'
import { Entrance } from './sign-in-page.tsx'
import { useEntrance } from './use-entrance.ts'

export { ownStyles as links } from '../../layout/own-styles.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.addEmailTitle, path: '/add-email' })

/** For accounts without an address, which the store cannot take: by phone, or by a provider that tells none. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const isSignedIn = await requireNoEmail(request)
  return { login: isSignedIn ? undefined : remembering('/login', rememberedPath(request.url)) }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Spinner />
}

export default function AddEmailRoute({ loaderData: { login } }: Route.ComponentProps) {
  // the link opens in another tab; this one follows
  useEntrance('remembered')
  if (!login) return <AddressForm />
  return (
    <Entrance title={texts.addEmailTitle}>
      <EmptyState title={signInFaultTexts['no-user']}>
        <LinkButton to={login} look="go">
          {texts.toLogin}
        </LinkButton>
      </EmptyState>
    </Entrance>
  )
}

function AddressForm() {
  const { failure, run } = useFailure()
  return (
    <Entrance title={texts.addEmailTitle} intro={texts.addEmailIntro}>
      <MailForm
        hint={texts.addEmailHint}
        autoComplete="email"
        send={(email) => run(() => mailAddressLink(email, rememberedPath(window.location.href)))}
        sent={texts.addEmailSent}
        failure={<FailureText failure={failure} />}
      />
    </Entrance>
  )
}
