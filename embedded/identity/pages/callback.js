// The script of the page that people come back to from an outside provider: passes the outcome on and closes.

const { event } = document.getElementById('event').dataset

if (window.opener) {
  const message = { source: 'embedded-identity', ...JSON.parse(event) }
  // only a page of this origin can hear it
  window.opener.postMessage(message, location.origin)
  window.close()
} else {
  document.getElementById('passing').hidden = true
  document.getElementById('problem').hidden = false
}
