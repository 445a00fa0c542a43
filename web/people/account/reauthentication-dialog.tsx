import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { accountTexts } from '#contract/people/account/texts.ts'
import { isCode } from '../../platform/api/error-message.ts'
import { withReturnPath } from '../../platform/auth/return-path.ts'
import { logOut } from '../../platform/auth/session.ts'
import { Button } from '../../platform/ui/button.tsx'
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx'
import type { FirstFactor } from '../sign-in/sign-in.ts'
import { AttemptError, BusyButton, PasswordField, SignInForm, useSignIn } from '../sign-in/sign-in-form.tsx'
import { type SignInMethod, useSignInMethods } from './account-sign-in-methods.ts'
import { isSignInRecent, type OwnAccount, reauthenticate } from './own-account.ts'

const texts = accountTexts.reauthentication

type Resolve = (isDone: boolean) => void
let openDialog: ((resolve: Resolve) => unknown) | undefined

/**
 * Opens the dialog. Resolves to false if it is cancelled, replaced by a later request, unmounted, or not on the page.
 * Where only a new login could re-authenticate, a recent login is enough: true without the dialog.
 */
export function askToReauthenticate(): Promise<boolean> {
  return new Promise((resolve) => {
    if (openDialog) openDialog(resolve)
    else resolve(false)
  })
}

/** Asks to re-authenticate unless the sign-in is recent. */
export async function ensureRecentSignIn(): Promise<boolean> {
  return (await isSignInRecent()) || askToReauthenticate()
}

/** `useSignIn` for changes that need a recent sign-in: `runReauthenticated` ensures one before it runs a change. */
export function useRecentSignIn() {
  const { error, run } = useSignIn()

  const runReauthenticated = (change: () => Promise<unknown>): Promise<boolean> =>
    run(async () => {
      if (!(await ensureRecentSignIn())) return { kind: 'cancelled' }
      await retryReauthenticated(change)
    })
  return { error, run, runReauthenticated }
}

/** The provider decides whether a sign-in is recent: if it rejects the change, re-authenticates and retries once. */
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
  const pending = useRef<Resolve>(undefined)
  const [isAsked, setAsked] = useState(false)
  const hasMethodHere = useReauthenticationMethods(account.providers).length > 0
  useEffect(() => {
    openDialog = async (resolve) => {
      if (!hasMethodHere && (await isSignInRecent().catch(() => false))) return resolve(true)
      pending.current?.(false)
      pending.current = resolve
      setAsked(true)
    }
    return () => {
      openDialog = undefined
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
    // the browser fires `close` asynchronously: the dialog may already be open for the next request
    if (!dialog.current?.open) settle(false)
  }
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="reauthentication-title">
      {isAsked && (
        <div className="dialog__body">
          <h2 id="reauthentication-title">{texts.title}</h2>
          <Reauthentication account={account} onSettled={settle} />
        </div>
      )}
    </dialog>
  )
}

type ReauthenticationProps = { account: OwnAccount; onSettled: Resolve }

function Reauthentication({ account, onSettled }: ReauthenticationProps) {
  const { error, run, challenge, leaveChallenge } = useSignIn()
  const methods = useReauthenticationMethods(account.providers)
  if (challenge) {
    return (
      <SecondFactorForm challenge={challenge} onVerified={() => onSettled(true)} onLeave={leaveChallenge} />
    )
  }

  async function reauthenticateWith(first: FirstFactor): Promise<boolean> {
    const isDone = await run(() => reauthenticate(first))
    if (isDone) onSettled(true)
    return isDone
  }
  return (
    <>
      <p>{texts.text}</p>
      {methods.map(({ providerId, popup, name }) =>
        popup ? (
          <Button
            key={providerId}
            onClick={() => reauthenticateWith((client) => client.reauthenticateWithPopup(popup))}
          >
            {texts.confirmWith(name)}
          </Button>
        ) : (
          <SignInForm
            key={providerId}
            schema={async () => (await import('#contract/people/users/users.ts')).newPasswordSchema(1)}
            submit={({ password }) =>
              reauthenticateWith((client) => client.reauthenticateWithPassword(password))
            }
            button={texts.confirm}
          >
            <PasswordField email={account.email} label={texts.password} autoComplete="current-password" />
          </SignInForm>
        ),
      )}
      <AttemptError error={error} />
      <p className="hint">{methods.length > 0 ? texts.againText : texts.onlyAgainText}</p>
      <div className="actions">
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

function useReauthenticationMethods(providers: string[]): SignInMethod[] {
  return useSignInMethods(providers).filter(
    ({ isOffered, isLinked, providerId, popup }) =>
      isOffered && isLinked && (popup || providerId === 'password'),
  )
}
