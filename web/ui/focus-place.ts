const FOCUSABLE = 'a[href], button:enabled, select:enabled, input:enabled, summary'

/**
 * Remembers where the keyboard stands. The answer leads a lost keyboard back, and leaves one that stands
 * elsewhere alone: to the same control, else into the row that took its row's place, else to the page's start.
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
