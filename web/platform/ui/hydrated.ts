import { useEffect, useRef, useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False on the server and during hydration, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

/** The choices of a form act at once; those made before hydration at hydration. */
export function useEarlyChoices(apply: () => void): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isDone.current) apply()
    isDone.current = true
  })
}
