const message = { source: 'embedded-identity', ...JSON.parse(document.getElementById('event').dataset.event) }

if (window.opener) window.opener.postMessage(message, location.origin)
// a provider's opener policy may have severed the popup from its opener
else new BroadcastChannel('identity-window').postMessage(message)
window.close()
