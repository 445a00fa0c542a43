import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { startSession } from './session.ts'
import { useSession } from './use-session.ts'

/** Starts the tab's session; when it ends, the page's guards are asked again. Stands once in the root. */
export function SessionKeeper() {
  const session = useSession()
  const { revalidate } = useRevalidator()
  const before = useRef(session.status)
  useEffect(startSession, [])
  useEffect(() => {
    const hasEnded = before.current === 'in' && session.status === 'out'
    before.current = session.status
    if (hasEnded && !session.isLeaving) void revalidate()
  }, [session, revalidate])
  return null
}
