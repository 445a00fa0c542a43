/** Wrong use of the library by the page, not an error of the payment. */
export class IntegrationError extends Error {
  name = 'IntegrationError'
}

const CLASS = 'StripeElement'
const STATES = ['focus', 'empty', 'complete', 'invalid']

/** The card Element of Stripe.js. The card data stays in its frame, which reports its state and confirms payments. */
export class CardElement {
  #origin
  #options
  /** @type {Map<string, Set<Function>>} */
  #listeners = new Map()
  /** @type {Function | undefined} */
  #resolveConfirmation
  #host
  #frame
  #port
  #isReady = false
  #abort = new AbortController()
  #onDestroy

  constructor(origin, options, onDestroy) {
    this.#origin = origin
    this.#options = { ...options }
    this.#onDestroy = onDestroy
  }

  on(event, handler) {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(handler))
    return this
  }

  off(event, handler) {
    this.#listeners.get(event)?.delete(handler)
    return this
  }

  /** @param {HTMLElement} host */
  mount(host) {
    if (this.#host) this.unmount()
    this.#host = host
    this.#abort = new AbortController()
    host.classList.add(CLASS)
    this.#setState('empty', true)
    this.#openFrame(host)
    this.#focusOnClick(host)
    return this
  }

  unmount() {
    this.#abort.abort()
    this.#port?.close()
    this.#frame?.remove()
    this.#host?.classList.remove(CLASS)
    for (const state of STATES) this.#setState(state, false)
    this.#resolveConfirmation?.({ error: notMountedError() })
    this.#host = this.#frame = this.#port = undefined
    this.#isReady = false
    return this
  }

  destroy() {
    this.unmount()
    this.#listeners.clear()
    this.#onDestroy()
    return this
  }

  update(options) {
    Object.assign(this.#options, options)
    this.#send({ type: 'options', options: this.#frameOptions() })
    return this
  }

  focus() {
    this.#frame?.focus()
    this.#send({ type: 'focus' })
    return this
  }

  /**
   * Resolves with the provider's response, or `{ error }`. Throws IntegrationError before the frame is ready.
   * @param {{ key: string, intentId: string, clientSecret: string, billing: object }} request
   * @returns {Promise<any>}
   */
  confirm(request) {
    if (!this.#isReady) throw notMountedError()
    return new Promise((resolve) => {
      this.#resolveConfirmation = resolve
      this.#send({ type: 'confirm', ...request })
    })
  }

  #openFrame(host) {
    const frame = document.createElement('iframe')
    frame.title = 'Secure card payment input frame'
    frame.setAttribute('sandbox', 'allow-scripts allow-forms')
    frame.src = `${this.#origin}/payments/card-frame.html`
    // a frame whose colour scheme differs from the page is painted opaque: the frame declares light
    frame.style.cssText = 'display:block;width:100%;height:1.5em;border:0;background:none;color-scheme:light'
    frame.addEventListener('load', () => this.#connect(frame), { once: true })
    host.replaceChildren(frame)
    this.#frame = frame
  }

  #connect(frame) {
    if (frame !== this.#frame) return
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.onmessage = ({ data }) => this.#receive(data)
    // an opaque origin cannot be named as the target; the message holds no secret
    frame.contentWindow?.postMessage({ type: 'init', options: this.#frameOptions() }, '*', [port2])
  }

  /** @param {{ type: string } & Record<string, any>} message */
  #receive({ type, ...detail }) {
    if (type === 'size' && this.#frame) this.#frame.style.height = `${detail.height}px`
    if (type === 'reply') return this.#resolveConfirmation?.(detail.result)
    if (type === 'submit') return submitFormAround(this.#host)
    if (type === 'ready') this.#isReady = true
    if (type === 'focus' || type === 'blur') this.#setState('focus', type === 'focus')
    if (type === 'change') {
      this.#setState('empty', detail.empty)
      this.#setState('complete', detail.complete)
      this.#setState('invalid', Boolean(detail.error))
    }
    for (const listener of this.#listeners.get(type) ?? []) listener({ elementType: 'card', ...detail })
  }

  #focusOnClick(host) {
    const labels = host.id ? document.querySelectorAll(`label[for="${CSS.escape(host.id)}"]`) : []
    for (const element of [host, ...labels]) {
      element.addEventListener('click', () => this.focus(), { signal: this.#abort.signal })
    }
  }

  /** A copy without functions: structured cloning would throw on them. */
  #frameOptions() {
    const { style, disabled } = this.#options
    return JSON.parse(JSON.stringify({ style, disabled }))
  }

  #setState(state, isOn) {
    this.#host?.classList.toggle(`${CLASS}--${state}`, isOn)
  }

  #send(message) {
    this.#port?.postMessage(message)
  }
}

function notMountedError() {
  return new IntegrationError(
    'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
  )
}

function submitFormAround(host) {
  const form = host?.closest('form')
  const button = form?.querySelector('button:not([type="button"], [type="reset"]), input[type="submit"]')
  if (button instanceof HTMLButtonElement && button.disabled) return
  form?.requestSubmit(button)
}
