import { useSyncExternalStore } from 'react'

/** The user signed in, as pages show it. A published session has the name and picture from the store. */
export type SessionUser = {
  uid: string
  email: string | null
  displayName: string | null
  photoURL: string | null
}

/**
 * `admin` stays undefined until the store has answered; it decides what is shown, never what is allowed.
 * `callerNavigates` marks a sign-out whose caller navigates to another page itself.
 */
export type Session =
  | { status: 'unknown'; user?: undefined; admin?: undefined }
  | { status: 'out'; user?: undefined; admin?: undefined; callerNavigates?: boolean }
  | { status: 'in'; user: SessionUser; admin?: boolean }

const UNKNOWN: Session = { status: 'unknown' }
export const SIGNED_OUT: Session = { status: 'out' }

let session: Session = UNKNOWN
const listeners = new Set<() => void>()

/** The session now; the same object until something changes. */
export function getSession(): Session {
  return session
}

/** Calls at every change; returns the function that ends the subscription. */
function subscribeToSession(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** The session; `unknown` on the server and until the browser has looked. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, getSession, () => UNKNOWN)
}

/** Publishes a session to the pages, and to the style sheet through `html[data-session]`. */
export function publishSession(next: Session): void {
  if (isSame(session, next)) return
  session = next
  if (next.status !== 'unknown') document.documentElement.dataset.session = next.status
  for (const changed of [...listeners]) changed()
}

function isSame(a: Session, b: Session): boolean {
  if (a.status !== b.status || a.admin !== b.admin) return false
  if (!a.user || !b.user) return true
  return (
    a.user.uid === b.user.uid &&
    a.user.email === b.user.email &&
    a.user.displayName === b.user.displayName &&
    a.user.photoURL === b.user.photoURL
  )
}
