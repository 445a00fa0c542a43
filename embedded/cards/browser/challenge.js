/**
 * Shows the bank's question in a dialog, and ends when it is answered. Closing the dialog is an answer too:
 * the authentication has failed.
 * @param {string} origin @param {string} address of the question, as the intent names it
 * @returns {Promise<void>}
 */
export function showChallenge(origin, address) {
  // the same question under the origin this page was opened at
  const url = `${origin}${new URL(address).pathname}`
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  const close = document.createElement('button')
  dialog.setAttribute('aria-label', '3D Secure authentication')
  // the dialog itself takes the focus: inside the frame it would not hear Escape
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
    close.addEventListener('click', give, { signal })
    dialog.addEventListener(
      'cancel',
      (event) => {
        event.preventDefault()
        give()
      },
      { signal },
    )
    // a browser need not ask before it closes a dialog, and then that is the answer
    dialog.addEventListener('close', give, { signal })
    // shown last: a browser that cannot show it must not leave the question open
    dialog.showModal()

    let isGiven = false
    async function give() {
      if (isGiven) return
      isGiven = true
      // a lost connection leaves the question open; the payment is not made either way
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
