import { useEffect, useRef } from 'react'

const FOCUSABLE = 'a[href], button:enabled, select:enabled, input:enabled, summary'

/**
 * For what removes the control that has the focus, once the page has been read again. Returns a function that
 * remembers a place (`rememberFocus`); after each commit that finds the focus lost it goes there, unless something
 * was pressed with the pointer meanwhile. Not while `isBusy`, when controls are only disabled.
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

/**
 * Remembers which control has the focus. The returned function moves a lost focus back to it, else into the row that
 * took its row's place, else to the start of the page.
 */
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
