import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/** Whether the dark theme is shown: the visitor's choice, else the system's. False until the page is hydrated. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, isDark, () => false)
}

export function toggleTheme(): void {
  const { dataset } = document.documentElement
  dataset.theme = isDark() ? 'light' : 'dark'
  try {
    localStorage.setItem('theme', dataset.theme)
  } catch {
    // without storage the choice lasts until the page is reloaded
  }
  for (const listener of listeners) listener()
}

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : systemIsDark().matches
}

function subscribe(listener: () => void): () => void {
  const system = systemIsDark()
  listeners.add(listener)
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}
