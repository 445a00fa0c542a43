/** Buttons clicked before hydration, and submit buttons of forms in which Enter was pressed before hydration. */
type QueuedClicks = { buttons: HTMLElement[]; stop: () => void }

declare global {
  interface Window {
    queuedClicks?: QueuedClicks
    /** The elements that the parser made: all others are of extensions (`foreign-elements.ts`). */
    serverElements?: WeakSet<Element>
  }
}

/**
 * Runs inline at the end of the page, as text: it must not use anything outside this function. It takes React Router's
 * scripts out of `<noscript id="late">`. The script with the data runs at once. Preloads and modules, which would compete
 * with fonts and pictures (docs/decisions/0044), wait for the first interaction, or until the page has loaded and is idle
 * (timeout: one second); not for signed-in users and pages with a `clientLoader`. Clicks on `type=button`, and on
 * buttons of forms that are never sent, are queued until the page is hydrated (`late-scripts.tsx`), as is Enter in a form.
 * Notes which elements the page has now.
 */
export function startLate(): void {
  window.serverElements = new WeakSet(document.querySelectorAll('*'))
  const late = document.getElementById('late')
  if (!late) return
  const nodes = document.createRange().createContextualFragment(late.textContent)
  const data = nodes.querySelector('script:not([type])')
  if (data) document.body.append(data)

  // the fragment is empty after the first call
  const start = () => document.body.append(nodes)
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: 1000 }) : setTimeout(start)
  // the second frame begins when the first one is on the screen
  const afterPaint = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(whenIdle)))

  const queue = new AbortController()
  const buttons: HTMLElement[] = []
  const options = { capture: true, passive: true, signal: queue.signal }
  window.queuedClicks = { buttons, stop: () => queue.abort() }
  addEventListener(
    'click',
    (event) => {
      const acting = 'button[type=button]:not([popovertarget]), form[method=dialog] button'
      const button = event.target instanceof Element && event.target.closest<HTMLElement>(acting)
      if (!button) return
      buttons.push(button)
      // during hydration React loses it, or passes it on before the page knows what was typed
      event.stopPropagation()
    },
    options,
  )
  // a form may be ready later than its page: this listener stays
  addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return
    const button = target.form?.querySelector<HTMLElement>('[data-waits]:disabled')
    if (button && !buttons.includes(button)) buttons.push(button)
  })
  // a page from the back-forward cache: its search field shows the query of that page
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    for (const field of document.querySelectorAll<HTMLInputElement>('[role=search] input'))
      field.value = field.defaultValue
  })

  for (const event of ['pointerdown', 'keydown', 'focusin', 'touchstart', 'wheel']) {
    addEventListener(event, start, options)
  }
  if ('now' in late.dataset || document.documentElement.dataset.session === 'in') start()
  else if (document.readyState === 'complete') afterPaint()
  else addEventListener('load', afterPaint)
}
