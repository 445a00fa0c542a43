/** Some browsers remember a failed import until the page is reloaded: offline, a request is tried first. */
export async function loadModule<T>(load: () => Promise<T>): Promise<T> {
  // `onLine` may be wrong: the request decides
  if (!navigator.onLine) await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' })
  return load()
}
