import { isChoice, setValue } from '../forms/form-draft.ts'

/**
 * Where hydration finds elements that the server did not send (a password manager's, a translator's), React draws the
 * document anew: without the attributes of `html` and `body`, such as the theme, and without what was typed and focused;
 * queued clicks are of the old page. Returns `restore`, for `onRecoverableError`, which restores all that before the
 * browser paints, once, and reports it to the store; and `forget`, for the first effect of the page.
 */
export function rememberPage(): { restore: () => void; forget: () => void } {
  const attributes = [document.documentElement, document.body].flatMap((root) =>
    [...root.attributes].map(
      ({ name, value }) =>
        () =>
          root.setAttribute(name, value),
    ),
  )
  // the controls, not their values: until React draws, the person goes on typing
  const before = controlsByName()
  let focused = document.activeElement
  const remembering = new AbortController()
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element) focused = target
  }
  // on the window: during hydration React stops the event at the document
  addEventListener('focusin', onFocus, { capture: true, signal: remembering.signal })

  const restore = () => {
    const isRedrawn = [...before.values()].some(({ isConnected }) => !isConnected)
    if (!isRedrawn || remembering.signal.aborted) return
    remembering.abort()
    navigator.sendBeacon('/redrawn-pages')
    for (const setAttribute of attributes) setAttribute()
    const now = controlsByName()
    const queued = window.queuedClicks?.buttons ?? []
    for (const [name, old] of before) {
      const control = now.get(name)
      if (!control) continue
      copyInput(old, control)
      if (old === focused && document.activeElement === document.body) moveFocus(old, control)
      for (const [at, button] of queued.entries()) if (button === old) queued[at] = control
    }
  }
  return { restore, forget: () => remembering.abort() }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLButtonElement

/** By what both drawings of a control share, and a number where several share it. */
function controlsByName(): Map<string, Control> {
  const controls = new Map<string, Control>()
  for (const control of document.querySelectorAll<Control>('input, textarea, select, button')) {
    const { tagName, type, name, className } = control
    // extensions mark fields with classes, but buttons seldom have a name
    const words = [tagName, type, name, name ? control.getAttribute('value') : className]
    let number = 0
    while (controls.has(`${words} ${number}`)) number += 1
    controls.set(`${words} ${number}`, control)
  }
  return controls
}

function copyInput(old: Control, control: Control): void {
  if (old instanceof HTMLButtonElement || control instanceof HTMLButtonElement) return
  if (['hidden', 'file', 'submit', 'button'].includes(control.type)) return
  if (isChoice(control)) {
    if (isChoice(old) && old.checked !== control.checked) control.click()
  } else if (old.value !== control.value) {
    setValue(control, old.value)
  }
}

function moveFocus(old: Control, control: Control): void {
  control.focus({ preventScroll: true })
  if (!('selectionStart' in old) || !('selectionStart' in control)) return
  // other types have no selection: an address of an email field, a number
  if (old.selectionStart !== null) control.setSelectionRange(old.selectionStart, old.selectionEnd)
}
