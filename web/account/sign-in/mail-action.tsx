import { useState } from 'react'
import { type MailAct, mailActTexts, signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import type { ErrorMessage } from '../../api/error-message.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FailureText } from '../session/forms/failure-text.tsx'
import { useFailure } from '../session/forms/use-failure.ts'
import { applyMailCode } from '../session/sign-in.ts'
import { Entrance } from './sign-in-page.tsx'
import { Told } from './told.tsx'

type Way = { to: string; label: string }
const account: Way = { to: '/dashboard/account', label: texts.askAgain }
const password: Way = { to: '/forgot-password', label: texts.setPassword }

/** Where to turn when the link does not work: what cannot be asked for again is mended by a new password. */
const otherWays: Record<MailAct, Way> = {
  verifyEmail: account,
  verifyAndChangeEmail: account,
  recoverEmail: password,
  revertSecondFactorAddition: password,
}

/** Where a no leads. */
const refusals: Record<MailAct, string> = {
  verifyEmail: '/forgot-password',
  verifyAndChangeEmail: '/forgot-password',
  recoverEmail: '/',
  revertSecondFactorAddition: '/',
}

type AskForActProps = { act: MailAct; code: string; email: string }

/** Asks before the code of a mail is used: whoever opens it may not be who asked for it. */
export function AskForAct({ act, code, email }: AskForActProps) {
  const words = mailActTexts[act]
  const [isDone, setDone] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { failure, run } = useFailure()

  async function onYes() {
    if (isBusy) return
    setBusy(true)
    setDone(await run(() => applyMailCode(code)))
    setBusy(false)
  }
  if (isDone) {
    return (
      <Entrance key="done" title={words.title} startsAtTitle>
        <Told text={words.done} to="/dashboard" act={texts.goOn} />
      </Entrance>
    )
  }
  return (
    <Entrance key="asked" title={words.title} intro={words.question(email)} startsAtTitle>
      <div className="form">
        <p>{words.ifNot}</p>
        <div className="form__acts">
          <Button look="go" onClick={onYes} aria-busy={isBusy}>
            {words.yes}
          </Button>
          <LinkButton to={refusals[act]}>{words.no}</LinkButton>
        </div>
        {failure && <LinkFailed act={act} failure={failure} />}
      </div>
    </Entrance>
  )
}

/** A link that cannot be used, and what to do now; nothing is known of what it was for without `act`. */
export function LinkFailed({ act, failure }: { act: MailAct | undefined; failure: ErrorMessage }) {
  const way = act ? otherWays[act] : { to: '/forgot-password', label: texts.askAgain }
  return (
    <>
      <FailureText failure={failure} />
      <div className="form__acts">
        <LinkButton to={way.to}>{way.label}</LinkButton>
        <LinkButton to="/login">{texts.toLogin}</LinkButton>
      </div>
    </>
  )
}
