import { useSyncExternalStore } from 'react'

/** Cards, or the rows of a table. */
export type PartsLayout = 'cards' | 'table'

/**
 * The layout that this browser remembers is an attribute of `<html>`, which `head-script.ts` sets before the first paint;
 * the style sheet reads it. Without one, and without JavaScript, the parameter `view` of the address decides.
 */
const KEY = 'partsView'
const listeners = new Set<() => void>()

export function usePartsLayout(ofAddress: string | undefined): PartsLayout {
  const remembered = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset[KEY],
    () => undefined,
  )
  return (remembered ?? ofAddress) === 'table' ? 'table' : 'cards'
}

export function rememberPartsLayout(layout: PartsLayout): void {
  document.documentElement.dataset[KEY] = layout
  try {
    localStorage.setItem(KEY, layout)
  } catch {
    // without storage it is remembered until the page is left
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
