import { useSyncExternalStore } from 'react'
import type { Role } from '#contract/platform/auth/roles.ts'
import { markStaff } from './staff-mark.ts'

export type SessionUser = {
  uid: string
  email: string | null
  displayName: string | null
  photoURL: string | null
}

/** `role` decides what is shown, never what is allowed. With `callerNavigates` the code that ended the session navigates. */
export type Session =
  | { status: 'unknown'; user?: undefined; role?: undefined }
  | { status: 'out'; user?: undefined; role?: undefined; callerNavigates?: boolean }
  | { status: 'in'; user: SessionUser; role?: Role }

const UNKNOWN: Session = { status: 'unknown' }
export const SIGNED_OUT: Session = { status: 'out' }

let session: Session = UNKNOWN
const listeners = new Set<() => void>()

export function getSession(): Session {
  return session
}

/** The session; `unknown` on the server and until the browser has determined it. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession, () => UNKNOWN)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function publishSession(next: Session): void {
  if (visibleState(next) === visibleState(session)) return
  session = next
  if (next.status !== 'unknown') document.documentElement.dataset.session = next.status
  if (next.status === 'out') markStaff(false)
  else if (next.role) markStaff(next.role !== 'user')
  for (const listener of [...listeners]) listener()
}

function visibleState({ status, user, role }: Session): string {
  return JSON.stringify([status, user, role])
}
