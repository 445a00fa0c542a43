import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInTexts as texts } from '#contract/people/sign-in/texts.ts'
import { useStoreConfig } from '../../platform/api/store-config.ts'
import { rememberedPath, withReturnPath } from '../../platform/auth/return-path.ts'
import { prefetchSession } from '../../platform/auth/session.ts'
import { useSession } from '../../platform/auth/session-state.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { useHydrated } from '../../platform/ui/hydrated.ts'

type SignInPageProps = {
  title: string
  intro?: string
  children: ReactNode
  aside?: ReactNode
  /** Moves the focus to the title: what follows is to be read before anything is pressed. */
  startsAtTitle?: boolean
}

export function SignInPage({ title, intro, children, aside, startsAtTitle }: SignInPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (startsAtTitle) heading.current?.focus()
  }, [startsAtTitle])
  return (
    <section className="wrap section section--first">
      <div className="section__head">
        <h1 ref={heading} tabIndex={startsAtTitle ? -1 : undefined}>
          {title}
        </h1>
        {intro && <p>{intro}</p>}
      </div>
      <div className="sign-in">
        <div>{children}</div>
        {aside && <aside className="sign-in__aside">{aside}</aside>}
      </div>
    </section>
  )
}

export function DoneMessage({ text, to, label }: { text: string; to: string; label: string }) {
  return (
    <div className="form">
      <p className="status-message" role="status">
        {text}
      </p>
      <div className="form__actions">
        <LinkButton to={to} variant="primary">
          {label}
        </LinkButton>
      </div>
    </div>
  )
}

const CHECKOUT = '/checkout'

/**
 * Navigates to the remembered page or Home once a user is signed in; one without an address, to `/add-email`. Who wants to
 * order and has no account yet gets to the checkout also from a page that leads Home.
 */
export function useNavigationAfterSignIn(destination: 'remembered' | 'home'): void {
  const { user } = useSession()
  const email = user?.email
  const navigate = useNavigate()
  useEffect(prefetchSession, [])
  useEffect(() => {
    if (email === undefined) return
    const remembered = rememberedPath(window.location.href)
    const path = destination === 'remembered' || remembered === CHECKOUT ? remembered : '/'
    const next = email === null ? withReturnPath('/add-email', path) : path
    if (next !== window.location.pathname + window.location.search) void navigate(next, { replace: true })
  }, [email, destination, navigate])
}

/** A link to another sign-in page that passes the remembered page on. The server's HTML, the same for all, omits it. */
export function useLinkWithReturnPath(path: string): string {
  const isHydrated = useHydrated()
  const from = new URLSearchParams(useLocation().search).get('from')
  return isHydrated && from ? `${path}?from=${encodeURIComponent(from)}` : path
}

export function SampleAdmin() {
  const isReady = useHydrated()
  const sample = useStoreConfig()?.store.sampleAdmin
  if (!sample) return null
  const { email, password } = sample

  function onUse({ currentTarget }: MouseEvent) {
    const form = currentTarget.closest('.sign-in')?.querySelector('form')
    fillIn(form?.elements.namedItem('email'), email)
    fillIn(form?.elements.namedItem('password'), password)
  }
  return (
    <section>
      <h2>{texts.sampleTitle}</h2>
      <dl className="credentials">
        <dt>{texts.email}</dt>
        <dd className="numeric">{email}</dd>
        <dt>{texts.password}</dt>
        <dd className="numeric">{password}</dd>
      </dl>
      <Button size="small" onClick={onUse} disabled={!isReady} data-waits>
        {texts.sampleUse}
      </Button>
    </section>
  )
}

/** Fills in a field as if it had been typed: drafts and error messages follow. */
export function fillIn(input: unknown, value: string): void {
  if (!(input instanceof HTMLInputElement)) return
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

export function DemoHelp() {
  if (!useHasMailbox()) return null
  return (
    <section>
      <h2>{texts.demoTitle}</h2>
      <p>{texts.demoHint}</p>
      <DemoMailbox />
    </section>
  )
}

export function DemoMailbox() {
  if (!useHasMailbox()) return null
  return (
    <a href="/identity/outbox" target="_blank" rel="noreferrer">
      {texts.outbox}
    </a>
  )
}

function useHasMailbox(): boolean {
  const config = useStoreConfig()
  return config?.store.demo === true && config.identity.mode === 'embedded'
}
