/** Some browsers remember a failed import until the page is reloaded: offline, a request is tried first. */
export async function loadModule<T>(load: () => Promise<T>): Promise<T> {
  // `onLine` may be wrong: the request decides
  if (!navigator.onLine) await requestOfStore()
  return load()
}

/** Whether the store responds just now; a proxy's error does not count. */
export async function canReachStore(): Promise<boolean> {
  return requestOfStore().then(
    ({ ok }) => ok,
    () => false,
  )
}

function requestOfStore(): Promise<Response> {
  return fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' })
}
