/**
 * Imports a module lazily. Browsers remember a failed import until the page is reloaded: if the browser seems offline,
 * another request is tried first. Throws if either fails.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  // `onLine` may be wrong: the request decides
  if (!navigator.onLine) await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' })
  return load()
}
