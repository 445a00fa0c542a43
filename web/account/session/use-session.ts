import { useSyncExternalStore } from 'react'
import { getSession, type Session, subscribeToSession, UNKNOWN } from './session-state.ts'

/** Who is signed in; `unknown` on the server and until the browser has looked. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, getSession, () => UNKNOWN)
}
