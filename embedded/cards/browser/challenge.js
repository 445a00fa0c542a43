/**
 * Shows the 3-D Secure challenge in a dialog and resolves when it ended. Closing the dialog fails the
 * authentication.
 * @param {string} origin @param {string} address of the challenge, as the intent names it
 * @returns {Promise<void>}
 */
export function showChallenge(origin, address) {
  // the page may have been opened at another origin than the configured one
  const url = `${origin}${new URL(address).pathname}`
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  const close = document.createElement('button')
  dialog.setAttribute('aria-label', '3D Secure authentication')
  // the dialog itself takes the focus: while the frame has it, the dialog gets no Escape
  dialog.autofocus = true
  dialog.tabIndex = -1
  dialog.style.cssText =
    'box-sizing:border-box;width:26rem;max-width:100vw;padding:0.75rem;border:0;border-radius:0.75rem;background:#fff;color:#1a1a1a;color-scheme:light'
  frame.title = '3D Secure authentication'
  frame.src = url
  frame.style.cssText = 'display:block;width:100%;height:14rem;border:0'
  close.type = 'button'
  close.textContent = 'Cancel'
  close.style.cssText =
    'display:block;min-height:2.75rem;margin-left:auto;padding:0 0.75rem;border:0;background:none;color:inherit;font:inherit;text-decoration:underline;cursor:pointer'
  dialog.append(frame, close)
  document.body.append(dialog)

  return new Promise((resolve) => {
    const ended = new AbortController()
    const { signal } = ended
    addEventListener(
      'message',
      ({ source, origin: from, data }) => {
        if (source !== frame.contentWindow || from !== origin || data?.type !== 'challenge-answered') return
        end()
      },
      { signal },
    )
    close.addEventListener('click', decline, { signal })
    dialog.addEventListener(
      'cancel',
      (event) => {
        event.preventDefault()
        decline()
      },
      { signal },
    )
    // a browser may close a dialog without a cancel event
    dialog.addEventListener('close', decline, { signal })
    // shown last: the listeners must be in place if this throws
    dialog.showModal()

    let isDeclined = false
    async function decline() {
      if (isDeclined) return
      isDeclined = true
      // a lost connection leaves the challenge open; the payment is not made either way
      await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome: 'fail' }) }).catch(() => {})
      end()
    }

    function end() {
      ended.abort()
      dialog.close()
      dialog.remove()
      resolve()
    }
  })
}
