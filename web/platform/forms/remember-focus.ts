const FOCUSABLE = 'a[href], button:enabled, select:enabled, input:enabled, summary'

/** Returns a function that moves a lost focus back to the control, else into the row in its place, else to `main`. */
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
    const focused = document.activeElement
    if (focused !== null && focused !== document.body) return
    const found = target()
    found?.focus({ preventScroll: found.matches('main') })
  }
}
