// Escape declines, as closing the dialog around this frame does
const fail = document.querySelector('button[value="fail"]')
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && fail instanceof HTMLButtonElement) fail.click()
})

// the page around learns only that the challenge ended; it reads the outcome from the provider
if (!fail) parent.postMessage({ type: 'challenge-answered' }, location.origin)
