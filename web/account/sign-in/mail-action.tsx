import { useState } from 'react'
import { type MailAction, mailActionTexts, signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import type { ErrorMessage } from '../../api/error-message.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { AttemptError } from './attempt-error.tsx'
import { applyMailCode } from './mailed-links.ts'
import { DoneMessage, SignInPage } from './sign-in-page.tsx'
import { useSignIn } from './use-sign-in.ts'

type Target = { to: string; label: string }
const account: Target = { to: '/dashboard/account', label: texts.askAgain }
const password: Target = { to: '/forgot-password', label: texts.setPassword }

/** Where to go when the link does not work: where it cannot be asked for again, a new password helps. */
const afterFailure: Record<MailAction, Target> = {
  verifyEmail: account,
  verifyAndChangeEmail: account,
  recoverEmail: password,
  revertSecondFactorAddition: password,
}

/** Where the answer No goes. */
const afterNo: Record<MailAction, string> = {
  verifyEmail: '/forgot-password',
  verifyAndChangeEmail: '/forgot-password',
  recoverEmail: '/',
  revertSecondFactorAddition: '/',
}

type ConfirmProps = { action: MailAction; code: string; email: string }

/** Asks before the code of a mail is used: the mail may have been opened by mistake, or caused by another person. */
export function ConfirmMailAction({ action, code, email }: ConfirmProps) {
  const words = mailActionTexts[action]
  const [isDone, setDone] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { error, run } = useSignIn()

  async function onYes() {
    if (isBusy) return
    setBusy(true)
    setDone(await run(() => applyMailCode(code)))
    setBusy(false)
  }
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
        <div className="form__acts">
          <Button look="go" onClick={onYes} aria-busy={isBusy}>
            {words.yes}
          </Button>
          <LinkButton to={afterNo[action]}>{words.no}</LinkButton>
        </div>
        {error && <LinkFailed action={action} error={error} />}
      </div>
    </SignInPage>
  )
}

/** A link that cannot be used, and where to go; without `action` it is not known what it was for. */
export function LinkFailed({ action, error }: { action: MailAction | undefined; error: ErrorMessage }) {
  const target = action ? afterFailure[action] : { to: '/forgot-password', label: texts.askAgain }
  return (
    <>
      <AttemptError error={error} />
      <div className="form__acts">
        <LinkButton to={target.to}>{target.label}</LinkButton>
        <LinkButton to="/login">{texts.toLogin}</LinkButton>
      </div>
    </>
  )
}
