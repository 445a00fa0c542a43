/**
 * Loads a part of the page's program that was not needed before. Most browsers remember a module that did not
 * arrive, and ask for it no more while the page is open: where there seems to be no connection, the store is
 * asked for something else first. Throws where either does not arrive.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  // a browser may be wrong in this, so it alone stops nobody
  if (!navigator.onLine) await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' })
  return load()
}
