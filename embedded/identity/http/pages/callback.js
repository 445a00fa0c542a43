// The script of the page that people come back to from an outside provider: passes the outcome on and closes.

const message = { source: 'embedded-identity', ...JSON.parse(document.getElementById('event').dataset.event) }

// either way only pages of this origin can hear it
if (window.opener) window.opener.postMessage(message, location.origin)
// a provider may have cut this window off from the page that opened it
else new BroadcastChannel('identity-window').postMessage(message)
window.close()
