/** Buttons clicked, or forms sent with Enter, before the page's modules ran. */
type QueuedClicks = { buttons: HTMLElement[]; stop: () => void }

declare global {
  interface Window {
    queuedClicks?: QueuedClicks
  }
}

/**
 * Runs inline at the end of the page, as text: it must use nothing from outside. It takes React Router's scripts
 * out of `<noscript id="late">`: the one with the page's data runs at once, preloads and modules wait until the page
 * has loaded and is idle (for a second at most, since a busy browser may never be idle), or for the first interaction.
 * They would compete with fonts and pictures otherwise (docs/decisions/0010). A visitor who is signed in waits for
 * their name: no delay. Clicks that come before the modules are queued, so is Enter in a form whose button waits.
 */
export function startLate(): void {
  const late = document.getElementById('late')
  if (!late) return
  const nodes = document.createRange().createContextualFragment(late.textContent)
  const data = nodes.querySelector('script:not([type])')
  if (data) document.body.append(data)

  // inserted once: the fragment is empty afterwards
  const start = () => document.body.append(nodes)
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: 1000 }) : setTimeout(start)
  // the second frame begins when the first one, which shows what has loaded, is on the screen
  const afterPaint = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(whenIdle)))

  const queue = new AbortController()
  const buttons: HTMLElement[] = []
  const options = { capture: true, passive: true, signal: queue.signal }
  window.queuedClicks = { buttons, stop: () => queue.abort() }
  addEventListener(
    'click',
    ({ target }) => {
      const button =
        target instanceof Element && target.closest<HTMLElement>('button[type=button]:not([popovertarget])')
      if (button) buttons.push(button)
    },
    options,
  )
  // React replays clicks that come during hydration, but not Enter: this one is listened for until the end
  addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return
    const button = target.form?.querySelector<HTMLElement>('[data-waits]:disabled')
    if (button && !buttons.includes(button)) buttons.push(button)
  })
  // the browser shows a kept page again on Back: its search box gets the words of that page
  addEventListener('pageshow', ({ persisted }) => {
    const box = persisted && document.querySelector<HTMLInputElement>('[role=search] input')
    if (box) box.value = box.defaultValue
  })

  for (const event of ['pointerdown', 'keydown', 'focusin', 'touchstart', 'wheel']) {
    addEventListener(event, start, options)
  }
  if ('now' in late.dataset || document.documentElement.dataset.session === 'in') start()
  else if (document.readyState === 'complete') afterPaint()
  else addEventListener('load', afterPaint)
}
