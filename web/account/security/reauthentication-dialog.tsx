import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { accountTexts } from '#contract/messages/account/account.ts'
import { isCode } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { withReturnPath } from '../session/return-path.ts'
import { logOut } from '../session/session.ts'
import type { FirstFactor } from '../session/sign-in.ts'
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx'
import { AttemptError, BusyButton, PasswordField, SignInForm, useSignIn } from '../sign-in/sign-in-form.tsx'
import { isSignInRecent, type OwnAccount, reauthenticate } from './own-account.ts'
import { useReauthenticationMethods } from './sign-in-methods.ts'

const texts = accountTexts.reauthentication

type Answer = (isDone: boolean) => void
let ask: ((answer: Answer) => unknown) | undefined

/** False after Escape or Cancel. Where only a new login could re-authenticate, a recent login is enough. Browser only. */
export function askToReauthenticate(): Promise<boolean> {
  return new Promise((answer) => {
    if (ask) ask(answer)
    else answer(false)
  })
}

export async function askUnlessRecent(): Promise<boolean> {
  return (await isSignInRecent()) || askToReauthenticate()
}

export function useRecentSignIn() {
  const { error, run } = useSignIn()

  const runRecent = (change: () => Promise<unknown>): Promise<boolean> =>
    run(async () => {
      if (!(await askUnlessRecent())) return { kind: 'cancelled' }
      await retryReauthenticated(change)
    })
  return { error, run, runRecent }
}

/** The provider's clock decides what is recent: where it refuses, the change runs again after a re-authentication. */
export async function retryReauthenticated(change: () => Promise<unknown>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!isCode(error, 'auth/requires-recent-login') || !(await askToReauthenticate())) throw error
    await change()
  }
}

export function ReauthenticationDialog({ account }: { account: OwnAccount }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pending = useRef<Answer>(undefined)
  const [isAsked, setAsked] = useState(false)
  const hasMethodHere = useReauthenticationMethods(account.providers).length > 0
  useEffect(() => {
    ask = async (answer) => {
      if (!hasMethodHere && (await isSignInRecent().catch(() => false))) return answer(true)
      pending.current?.(false)
      pending.current = answer
      setAsked(true)
    }
    return () => {
      ask = undefined
    }
  }, [hasMethodHere])
  useEffect(() => () => pending.current?.(false), [])
  useEffect(() => {
    if (isAsked) dialog.current?.showModal()
  }, [isAsked])

  function settle(isDone: boolean) {
    pending.current?.(isDone)
    pending.current = undefined
    dialog.current?.close()
    setAsked(false)
  }

  function onClose() {
    // the event comes late: by then the dialog may be open again with the next question
    if (!dialog.current?.open) settle(false)
  }
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="reauthentication-title">
      {isAsked && (
        <div className="in">
          <h2 id="reauthentication-title">{texts.title}</h2>
          <Reauthentication account={account} onSettled={settle} />
        </div>
      )}
    </dialog>
  )
}

type ReauthenticationProps = { account: OwnAccount; onSettled: Answer }

function Reauthentication({ account, onSettled }: ReauthenticationProps) {
  const { error, run, challenge, leaveChallenge } = useSignIn()
  const methods = useReauthenticationMethods(account.providers)
  if (challenge) {
    return (
      <SecondFactorForm challenge={challenge} onProved={() => onSettled(true)} onLeave={leaveChallenge} />
    )
  }

  async function prove(first: FirstFactor): Promise<boolean> {
    const isDone = await run(() => reauthenticate(first))
    if (isDone) onSettled(true)
    return isDone
  }
  return (
    <>
      <p>{texts.text}</p>
      {methods.map(({ providerId, popup, name }) =>
        popup ? (
          <Button key={providerId} onClick={() => prove((client) => client.reauthenticateWithPopup(popup))}>
            {texts.confirmWith(name)}
          </Button>
        ) : (
          <SignInForm
            key={providerId}
            schema={async () => (await import('#contract/users/users.ts')).newPasswordSchema(1)}
            submit={({ password }) => prove((client) => client.reauthenticateWithPassword(password))}
            button={texts.confirm}
          >
            <PasswordField email={account.email} label={texts.password} autoComplete="current-password" />
          </SignInForm>
        ),
      )}
      <AttemptError error={error} />
      <p className="hint">{methods.length > 0 ? texts.againText : texts.onlyAgain}</p>
      <div className="acts">
        <Button onClick={() => onSettled(false)}>{accountTexts.cancel}</Button>
        <LoginAgain />
      </div>
    </>
  )
}

function LoginAgain() {
  const navigate = useNavigate()
  async function onClick() {
    await logOut({ navigates: true }).catch(() => undefined)
    await navigate(withReturnPath('/login', '/dashboard/account'))
  }
  return <BusyButton onClick={onClick}>{texts.again}</BusyButton>
}
