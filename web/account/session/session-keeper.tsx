import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { startSession } from './session.ts'
import { useSession } from './session-state.ts'

/** Starts the tab's session; when it ends, the page's loaders and guards run again. Rendered once, in the root. */
export function SessionKeeper() {
  const session = useSession()
  const { revalidate } = useRevalidator()
  const before = useRef(session.status)
  useEffect(startSession, [])
  useEffect(() => {
    const hasEnded = before.current === 'in' && session.status === 'out'
    before.current = session.status
    if (hasEnded && !session.callerNavigates) void revalidate()
  }, [session, revalidate])
  return null
}
