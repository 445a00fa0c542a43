/**
 * Shows the 3-D Secure challenge in a dialog until it has ended. Closing the dialog fails the authentication.
 * @param {string} origin @param {string} address of the challenge, as the intent names it
 * @returns {Promise<void>}
 */
export async function showChallenge(origin, address) {
  // the page may have been opened at another origin than the configured one
  const url = `${origin}${new URL(address).pathname}`
  const { dialog, frame } = createDialog(url)
  const listening = new AbortController()
  const { signal } = listening
  const hasEnded = await new Promise((resolve) => {
    const onMessage = ({ source, origin: from, data }) => {
      const isOurs = source === frame.contentWindow && from === origin
      if (isOurs && data?.type === 'challenge-ended') resolve(true)
    }
    addEventListener('message', onMessage, { signal })
    dialog.addEventListener('close', () => resolve(false), { signal })
    dialog.showModal()
    // showModal() focuses the frame, and then the dialog would get no Escape; Chromium ignores a dialog's autofocus
    dialog.focus()
  })
  listening.abort()
  // without a connection the challenge stays open until it expires
  if (!hasEnded)
    await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome: 'fail' }) }).catch(() => {})
  dialog.close()
  dialog.remove()
}

function createDialog(url) {
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  const close = document.createElement('button')
  dialog.setAttribute('aria-label', '3D Secure authentication')
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
  close.addEventListener('click', () => dialog.close())
  dialog.append(frame, close)
  document.body.append(dialog)
  return { dialog, frame }
}
