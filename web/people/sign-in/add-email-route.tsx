import { signInTexts as texts } from '#contract/people/sign-in/texts.ts'
import { signInFaultTexts } from '#contract/platform/auth/texts.ts'
import { requireNoEmail } from '../../platform/auth/guards.ts'
import { rememberedPath, withReturnPath } from '../../platform/auth/return-path.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { LinkButton } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/states.tsx'
import type { Route } from './+types/add-email-route.ts'
import { mailAddEmailLink } from './mailed-links.ts'
import { MailForm, useSignIn } from './sign-in-form.tsx'
import { SignInPage, useNavigationAfterSignIn } from './sign-in-page.tsx'

export { ownStyles as links } from '../../platform/layout/own-styles.ts'
export { HydrateFallback } from '../../platform/ui/states.tsx'

export const meta = titleMeta(texts.addEmailTitle, '/add-email')

/** An account of a phone number, or of a provider that gives no address, has none, but the store needs one. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const isSignedIn = await requireNoEmail(request)
  return { login: isSignedIn ? undefined : withReturnPath('/login', rememberedPath(request.url)) }
}
clientLoader.hydrate = true as const

export default function AddEmailRoute({ loaderData: { login } }: Route.ComponentProps) {
  // the link opens in another tab; this one navigates once that has added the address
  useNavigationAfterSignIn('remembered')
  const { error, run } = useSignIn()
  if (login) {
    return (
      <SignInPage title={texts.addEmailTitle}>
        <EmptyState title={signInFaultTexts['no-user']}>
          <LinkButton to={login} variant="primary">
            {texts.toLogin}
          </LinkButton>
        </EmptyState>
      </SignInPage>
    )
  }
  return (
    <SignInPage title={texts.addEmailTitle} intro={texts.addEmailIntro}>
      <MailForm
        hint={texts.addEmailHint}
        autoComplete="email"
        send={(email) => run(() => mailAddEmailLink(email, rememberedPath(window.location.href)))}
        sent={texts.addEmailSent}
        error={error}
      />
    </SignInPage>
  )
}
