import { MISSING_PAGE } from '#contract/missing-page.ts'

/** An inline script in the head, which runs before the first paint. The server hashes it for the CSP. */
export function headScript(): string {
  return `(${prepareDocument})(${JSON.stringify(MISSING_PAGE)})`
}

/**
 * Sets theme and session, so that neither flashes. A malformed address is replaced by the one for which the server has
 * rendered the page, since the router would hydrate another one. Runs as text: it must not use anything from outside.
 */
function prepareDocument(missingPage: string): void {
  try {
    const { dataset } = document.documentElement
    const theme = localStorage.getItem('theme')
    if (theme === 'dark' || theme === 'light') dataset.theme = theme
    if (localStorage.getItem('accessToken') || sessionStorage.getItem('accessToken')) dataset.session = 'in'
  } catch {
    // without storage: the system's theme, signed out
  }
  try {
    decodeURI(location.pathname)
    if (location.pathname.includes('//')) throw new URIError()
  } catch {
    history.replaceState(null, '', missingPage)
  }
}
