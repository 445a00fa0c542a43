import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '../../ui/hydrated.ts'
import { rememberedPath, remembering } from '../session/return-path.ts'
import { prefetchSession } from '../session/session.ts'
import { useSession } from '../session/use-session.ts'

type Destination = 'remembered' | 'home'

/**
 * A page that leads into the store: fetches the sign-in code at once, and goes on as soon as somebody is signed
 * in; without an address, to the page that asks for one.
 */
export function useEntrance(destination: Destination): void {
  const { user } = useSession()
  const email = user?.email
  const navigate = useNavigate()
  useEffect(prefetchSession, [])
  useEffect(() => {
    if (email === undefined) return
    const path = destination === 'remembered' ? rememberedPath(window.location.href) : '/'
    const next = email === null ? remembering('/add-email', path) : path
    if (next !== window.location.pathname + window.location.search) void navigate(next, { replace: true })
  }, [email, destination, navigate])
}

/** A link to another entrance that keeps the remembered page; the server's HTML is the same for all, without it. */
export function useKeptLink(path: string): string {
  const isHydrated = useHydrated()
  const from = new URLSearchParams(useLocation().search).get('from')
  return isHydrated && from ? `${path}?from=${encodeURIComponent(from)}` : path
}
