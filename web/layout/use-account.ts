import { askToLogOut } from '../account/session/ask-to-log-out.ts'
import { useSession } from '../account/session/session-state.ts'
import type { Account } from './account.ts'

/** The person in the header; without a name their address stands in. */
export function useAccount(): Account | undefined {
  const { user } = useSession()
  if (!user) return undefined
  const { displayName, email, photoURL } = user
  return { displayName: displayName || email || '', photoURL, onLogOut: () => void askToLogOut() }
}
