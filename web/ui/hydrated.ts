import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's HTML and during hydration, true from then on: what differs by browser waits for it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
