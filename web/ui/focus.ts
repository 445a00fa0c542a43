import { useEffect, useRef } from 'react'

const FOCUSABLE = 'a[href], button:enabled, select:enabled, input:enabled, summary'

/**
 * For actions that remove the focused control. Returns a function that takes what `rememberFocus` returned, and calls it
 * after each render: not while `isBusy`, when controls are only disabled, and no longer after a press with the pointer.
 */
export function useFocusRestore(isBusy: boolean): (restore: () => void) => void {
  const remembered = useRef<() => void>(undefined)
  useEffect(() => {
    if (!isBusy) remembered.current?.()
  })
  useEffect(() => {
    const forget = () => {
      remembered.current = undefined
    }
    document.addEventListener('pointerdown', forget)
    return () => document.removeEventListener('pointerdown', forget)
  }, [])
  return (restore) => {
    remembered.current = restore
  }
}

/** Returns a function that moves a lost focus back to the control, else to the row in its place, else to `main`. */
export function rememberFocus(): () => void {
  const control = document.activeElement
  const row = control?.closest('tr, li')
  const list = row?.parentElement
  const at = row && list ? [...list.children].indexOf(row) : -1

  function target(): HTMLElement | null {
    if (control instanceof HTMLElement && control.isConnected && !control.matches(':disabled')) return control
    const next = list?.isConnected ? (list.children[at] ?? list.lastElementChild) : undefined
    return next?.querySelector<HTMLElement>(FOCUSABLE) ?? document.querySelector('main')
  }

  return () => {
    const held = document.activeElement
    if (held === null || held === document.body) target()?.focus()
  }
}
