import { MISSING_PAGE, NOT_NORMAL } from '#contract/platform/missing-page.ts'

/** An inline script in the head, which runs before the first paint. The server hashes it for the CSP. */
export function headScript(): string {
  return `(${prepareDocument})(${JSON.stringify(MISSING_PAGE)}, ${NOT_NORMAL})`
}

/**
 * Sets theme and sign-in state, so that neither flashes. Replaces an address that is not normal by the one for
 * which the server has rendered the page. Runs as text: it must not use anything outside this function.
 */
function prepareDocument(missingPage: string, notNormal: RegExp): void {
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
    if (notNormal.test(location.pathname)) throw new URIError()
  } catch {
    history.replaceState(null, '', missingPage)
  }
}
