import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { accountTexts, methodNames } from '#contract/messages/account/account.ts'
import { popupProviderNames } from '#contract/messages/account/identity.ts'
import { type PopupMethod, popupProviders } from '#contract/users/identity-methods.ts'
import { isCode } from '../../api/error-message.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { Button } from '../../ui/button.tsx'
import { withReturnPath } from '../session/return-path.ts'
import { logOut } from '../session/session.ts'
import type { FirstFactor } from '../session/sign-in.ts'
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx'
import { AttemptError, BusyButton, PasswordField, SignInForm, useSignIn } from '../sign-in/sign-in-form.tsx'
import { isSignInRecent, type OwnAccount, reauthenticate } from './own-account.ts'

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
        <div className="dialog__body">
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

const CUSTOM_PROVIDER = 'oidc.custom'

export type SignInMethod = {
  providerId: string
  name: string
  popup?: PopupMethod
  isOffered: boolean
  isLinked: boolean
  /** Works for the owner of the mailbox without being linked. */
  needsNoLink?: boolean
  canUnlink: boolean
}

type Custom = { providerId: string; name: string } | null | undefined
type Options = { providers: string[]; methods: readonly string[]; custom?: Custom }

function useReauthenticationMethods(providers: string[]): SignInMethod[] {
  return useSignInMethods(providers).filter(
    ({ isOffered, isLinked, providerId, popup }) =>
      isOffered && isLinked && (popup || providerId === 'password'),
  )
}

export function useSignInMethods(providers: string[]): SignInMethod[] {
  const identity = useStoreConfig()?.identity
  return signInMethodsOf({ providers, methods: identity?.methods ?? [], custom: identity?.custom })
}

/** The sign-in methods that the store offers or the account has, in the order of the login page. */
export function signInMethodsOf({ providers, methods, custom }: Options): SignInMethod[] {
  const known = knownMethods(custom).map(({ method, ...rest }) => ({
    ...rest,
    isOffered: methods.includes(method),
    isLinked: providers.includes(rest.providerId) || (rest.needsNoLink && methods.includes(method)) || false,
  }))
  const usable = known.filter(({ isOffered, isLinked }) => isOffered && isLinked)
  return known
    .filter(({ isOffered, isLinked }) => isOffered || isLinked)
    .map((method) => ({
      ...method,
      canUnlink: method.isLinked && usable.some(({ providerId }) => providerId !== method.providerId),
    }))
}

type KnownMethod = Pick<SignInMethod, 'providerId' | 'name' | 'popup' | 'needsNoLink'> & { method: string }

function knownMethods(custom: Custom): KnownMethod[] {
  return [
    { method: 'password', providerId: 'password', name: methodNames.password },
    ...(['google', 'facebook', 'github', 'twitter'] as const).map(popupMethod),
    {
      method: 'custom',
      providerId: custom?.providerId ?? CUSTOM_PROVIDER,
      name: custom?.name ?? methodNames.custom,
      popup: 'custom',
    },
    { method: 'emailLink', providerId: 'emailLink', name: methodNames.emailLink, needsNoLink: true },
    { method: 'phone', providerId: 'phone', name: methodNames.phone },
  ]
}

function popupMethod(method: keyof typeof popupProviders): KnownMethod {
  return { method, providerId: popupProviders[method], name: popupProviderNames[method], popup: method }
}
