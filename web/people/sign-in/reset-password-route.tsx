import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type MailAction, mailActionTexts, signInTexts as texts } from '#contract/people/sign-in/texts.ts'
import type { ErrorMessage } from '../../platform/api/error-message.ts'
import { useStoreConfig } from '../../platform/api/store-config.ts'
import { rememberedPath } from '../../platform/auth/return-path.ts'
import { Field } from '../../platform/forms/field.tsx'
import { pageMeta } from '../../platform/layout/page-meta.ts'
import { LinkButton } from '../../platform/ui/button.tsx'
import { HydrateFallback } from '../../platform/ui/states.tsx'
import type { Route } from './+types/reset-password-route.ts'
import {
  addEmailByLink,
  applyMailCode,
  isMailAction,
  openMailLink,
  type RequestedLink,
  resetPassword,
  type SignInLink,
  signInWithLink,
} from './mailed-links.ts'
import { SecondFactorPage } from './second-factor-form.tsx'
import {
  AttemptError,
  BusyButton,
  isRemembered,
  PasswordField,
  RememberMe,
  SignInForm,
  useSignIn,
} from './sign-in-form.tsx'
import { DoneMessage, SignInPage } from './sign-in-page.tsx'

export { ownStyles as links } from '../../platform/layout/own-styles.ts'
export { HydrateFallback }

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta({ matches, title: loaderData?.title ?? texts.linkTitle, path: '/reset-password' })

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return openMailLink(request.url)
}
clientLoader.hydrate = true as const

export function shouldRevalidate(): boolean {
  return false
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
  return (
    <SignInPage title={texts.resetTitle} intro={texts.resetFor(email)}>
      {isDone ? (
        <DoneMessage text={texts.resetDone} to="/login" label={texts.toLogin} />
      ) : (
        <SignInForm
          schema={async () => (await import('#contract/people/users/users.ts')).newPasswordSchema(minLength)}
          submit={async ({ password }) => setDone(await run(() => resetPassword(code, email, password)))}
          button={texts.resetSave}
          error={error}
        >
          <PasswordField
            email={email}
            label={texts.newPassword}
            hint={texts.passwordHint(minLength)}
            autoComplete="new-password"
          />
        </SignInForm>
      )}
    </SignInPage>
  )
}

/** A browser that has asked for a link uses the opened one at once; another asks for the address that it was sent to. */
function LinkSignIn({ title, link, addsEmail, requested }: SignInLink) {
  const navigate = useNavigate()
  const { error, run, challenge, leaveChallenge } = useSignIn()
  const [isOpening, setOpening] = useState(requested !== undefined)
  const isOpened = useRef(false)
  const returnToPage = () => navigate(rememberedPath(link), { replace: true })

  async function open({ email, remember }: RequestedLink): Promise<boolean> {
    const mailed = { email, link }
    const isDone = await run(async () => {
      if (!addsEmail) return signInWithLink(mailed, remember)
      await addEmailByLink(mailed)
    })
    if (isDone) await returnToPage()
    else setOpening(false)
    return isDone
  }

  // a link works once: it is opened once, however often the page is rendered
  useEffect(() => {
    if (!requested || isOpened.current) return
    isOpened.current = true
    void open(requested)
  })
  if (challenge)
    return <SecondFactorPage challenge={challenge} onVerified={returnToPage} onLeave={leaveChallenge} />
  if (isOpening) {
    return (
      <SignInPage title={title}>
        <HydrateFallback />
      </SignInPage>
    )
  }
  return (
    <SignInPage title={title} intro={texts.whoseLink}>
      <SignInForm
        schema={async () => (await import('#contract/platform/fields.ts')).emailParams}
        submit={({ email }, form) => open({ email, remember: isRemembered(form) })}
        button={texts.useLink}
        beside={<LinkButton to={addsEmail ? '/add-email' : '/login'}>{texts.askAgain}</LinkButton>}
        error={error}
      >
        <Field name="email" type="email" label={texts.email} autoComplete="username" />
        {!addsEmail && <RememberMe />}
      </SignInForm>
    </SignInPage>
  )
}

const askAgainLink = { to: '/dashboard/account', label: texts.askAgain }
const setPasswordLink = { to: '/forgot-password', label: texts.setPassword }

const nextPages = {
  verifyEmail: { failed: askAgainLink, no: '/forgot-password' },
  verifyAndChangeEmail: { failed: askAgainLink, no: '/forgot-password' },
  // such a link cannot be asked for again: a new password helps
  recoverEmail: { failed: setPasswordLink, no: '/' },
  revertSecondFactorAddition: { failed: setPasswordLink, no: '/' },
}

type ConfirmProps = { action: MailAction; code: string; email: string }

/** Asks before the code of a mail is used: the mail may have been opened by mistake, or caused by another person. */
function ConfirmMailAction({ action, code, email }: ConfirmProps) {
  const words = mailActionTexts[action]
  const [isDone, setDone] = useState(false)
  const { error, run } = useSignIn()
  if (isDone) {
    return (
      <SignInPage key="done" title={words.title} startsAtTitle>
        <DoneMessage text={words.done} to="/dashboard" label={texts.goOn} />
      </SignInPage>
    )
  }
  return (
    <SignInPage key="asked" title={words.title} intro={words.question(email)} startsAtTitle>
      <div className="form">
        <p>{words.ifNot}</p>
        <div className="form__actions">
          <BusyButton variant="primary" onClick={async () => setDone(await run(() => applyMailCode(code)))}>
            {words.yes}
          </BusyButton>
          <LinkButton to={nextPages[action].no}>{words.no}</LinkButton>
        </div>
        {error && <LinkFailed mode={action} error={error} />}
      </div>
    </SignInPage>
  )
}

function LinkFailed({ mode, error }: { mode: string; error: ErrorMessage }) {
  const { to, label } = isMailAction(mode)
    ? nextPages[mode].failed
    : { ...setPasswordLink, label: texts.askAgain }
  return (
    <>
      <AttemptError error={error} />
      <div className="form__actions">
        {mode !== 'signIn' && <LinkButton to={to}>{label}</LinkButton>}
        <LinkButton to="/login">{texts.toLogin}</LinkButton>
      </div>
    </>
  )
}
