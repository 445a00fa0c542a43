import { type RefObject, useEffect, useRef, useState } from 'react'
import { signInTexts as texts } from '#contract/people/sign-in/texts.ts'
import { isPopupMethod, type PopupMethod } from '#contract/platform/auth/identity-methods.ts'
import { useStoreConfig } from '../../platform/api/store-config.ts'
import { rememberedPath } from '../../platform/auth/return-path.ts'
import { prefetchSession, withIdentityClient } from '../../platform/auth/session.ts'
import { Button } from '../../platform/ui/button.tsx'
import type { Elements } from '../../platform/ui/elements.ts'
import { useHydrated } from '../../platform/ui/hydrated.ts'
import { Icon } from '../../platform/ui/icon.tsx'
import { mailSignInLink } from './mailed-links.ts'
import { providerName, signIn } from './sign-in.ts'
import {
  AttemptError,
  type Attempts,
  isRemembered,
  MailForm,
  PhoneForm,
  RememberMe,
} from './sign-in-form.tsx'
import { fillIn } from './sign-in-page.tsx'

type SignInMethodsProps = {
  attempts: Attempts
  passwordForm: Elements
  popupLabel: (provider: string) => string
  asksToRemember?: boolean
}

const phoneWords = {
  number: texts.phone,
  numberHint: texts.phoneHint,
  send: texts.textCode,
  sentTo: texts.textedTo,
  finish: texts.logIn,
  other: texts.otherNumber,
}

export function SignInMethods({ attempts, passwordForm, popupLabel, asksToRemember }: SignInMethodsProps) {
  const root = useRef<HTMLDivElement>(null)
  const isReady = useHydrated()
  const { shown, popups, others, choose } = useOfferedMethods(root)
  const { run, error, pendingLink } = attempts
  const email = pendingLink?.email
  useEffect(() => {
    const input = root.current?.querySelector<HTMLInputElement>('input[name=email]')
    if (email && !input?.value) fillIn(input, email)
  }, [email])
  const rememberMe = asksToRemember && <RememberMe />
  const openPopup = (method: PopupMethod) =>
    run(() => signIn(isRemembered(root.current), (client) => client.signInWithPopup(method)))
  const mailLink = (address: string, form: HTMLFormElement) =>
    run(() =>
      mailSignInLink({ email: address, remember: isRemembered(form) }, rememberedPath(window.location.href)),
    )
  return (
    <div className="form" ref={root}>
      {shown === 'password' && passwordForm}
      {shown === 'emailLink' && (
        <MailForm hint={texts.linkHint} autoComplete="username" send={mailLink} sent={texts.linkSent}>
          {rememberMe}
        </MailForm>
      )}
      {shown === 'phone' && (
        <PhoneForm
          words={phoneWords}
          run={run}
          sendSmsCode={(number) => withIdentityClient((client) => client.sendSmsCode(number))}
          verify={(code, { remember }) =>
            run(() => signIn(remember, (client) => client.signInWithPhone(code)))
          }
        >
          {rememberMe}
        </PhoneForm>
      )}
      <AttemptError error={error} />
      <PendingLinkNote attempts={attempts} />
      {shown && popups.length + others.length > 0 && <p className="sign-in__or">{texts.or}</p>}
      {popups.map((method) => (
        <PopupButton key={method} method={method} label={popupLabel} onClick={() => openPopup(method)} />
      ))}
      {others.map((other) => (
        // `run` clears the error of the form that is replaced
        <Button key={other} onClick={() => run(async () => choose(other))} disabled={!isReady} data-waits>
          {texts.methods[other]}
        </Button>
      ))}
    </div>
  )
}

const formMethods = ['password', 'emailLink', 'phone'] as const
type FormMethod = (typeof formMethods)[number]

function useOfferedMethods(root: RefObject<HTMLElement | null>) {
  const methods = useStoreConfig()?.identity.methods ?? []
  const [chosen, choose] = useState<FormMethod>()
  const offered = formMethods.filter((method) => methods.includes(method))
  const shown = chosen ?? offered[0]
  // the button that was pressed is gone: the focus moves to the form that it opened
  useEffect(() => {
    if (chosen) root.current?.querySelector('input')?.focus()
  }, [chosen, root])
  return {
    shown,
    popups: methods.filter(isPopupMethod),
    others: offered.filter((method) => method !== shown),
    choose,
  }
}

function PendingLinkNote({ attempts: { pendingLink, dropLink } }: { attempts: Attempts }) {
  const identity = useStoreConfig()?.identity
  if (!pendingLink || !identity) return null
  return (
    <div className="status-message" role="status">
      <p>{texts.toBeLinked(pendingLink.email, providerName(pendingLink.method, identity))}</p>
      <Button size="small" onClick={dropLink}>
        {texts.doNotLink}
      </Button>
    </div>
  )
}

/** Simple drawings, because a provider's logo must not stand for a demo account. */
const icons = {
  google: 'google',
  facebook: 'facebook',
  github: 'code',
  twitter: 'x',
  custom: 'door',
} as const

type PopupButtonProps = { method: PopupMethod; label: (provider: string) => string; onClick: () => void }

function PopupButton({ method, label, onClick }: PopupButtonProps) {
  const isReady = useHydrated()
  const identity = useStoreConfig()?.identity
  if (!identity) return null
  return (
    <Button
      onClick={onClick}
      onPointerEnter={prefetchSession}
      onFocus={prefetchSession}
      disabled={!isReady}
      data-waits
    >
      <Icon name={icons[method]} size={20} />
      <span>{label(providerName(method, identity))}</span>
    </Button>
  )
}
