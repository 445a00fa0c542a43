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

/** The session; `unknown` on the server and until the browser has looked. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession, () => UNKNOWN)
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Publishes a session to the pages, and to the style sheet through `html[data-session]`. */
export function publishSession(next: Session): void {
  if (shownBy(next) === shownBy(session)) return
  session = next
  if (next.status !== 'unknown') document.documentElement.dataset.session = next.status
  for (const changed of [...listeners]) changed()
}

/** What pages show of a session, to compare. */
function shownBy({ status, user, admin }: Session): string {
  return JSON.stringify([status, user, admin])
}
