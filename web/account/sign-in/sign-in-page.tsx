import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { rememberedPath, withReturnPath } from '../session/return-path.ts'
import { prefetchSession } from '../session/session.ts'
import { useSession } from '../session/session-state.ts'

type SignInPageProps = {
  title: string
  intro?: string
  children: ReactNode
  aside?: ReactNode
  /** The keyboard starts at the title: what follows is to be read before anything is pressed. */
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
        <div className="sign-in__form">{children}</div>
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
        <LinkButton to={to} look="go">
          {label}
        </LinkButton>
      </div>
    </div>
  )
}

/** Navigates to the remembered page or Home once a user is signed in; one without an address, to `/add-email`. */
export function useNavigationAfterSignIn(destination: 'remembered' | 'home'): void {
  const { user } = useSession()
  const email = user?.email
  const navigate = useNavigate()
  useEffect(prefetchSession, [])
  useEffect(() => {
    if (email === undefined) return
    const path = destination === 'remembered' ? rememberedPath(window.location.href) : '/'
    const next = email === null ? withReturnPath('/add-email', path) : path
    if (next !== window.location.pathname + window.location.search) void navigate(next, { replace: true })
  }, [email, destination, navigate])
}

/** A link to another sign-in page that passes the remembered page on; the server's HTML is without it, the same for all. */
export function useLinkWithReturnPath(path: string): string {
  const isHydrated = useHydrated()
  const from = new URLSearchParams(useLocation().search).get('from')
  return isHydrated && from ? `${path}?from=${encodeURIComponent(from)}` : path
}
