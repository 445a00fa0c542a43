import { MISSING_PAGE } from '#contract/missing-page.ts'

/** The text of an inline script in the head, which runs before the first paint. The server hashes it for the CSP. */
export function headScript(): string {
  return `(${prepareDocument})(${JSON.stringify(MISSING_PAGE)})`
}

/**
 * Sets the chosen theme, and whether a sign-in is stored, so that neither flashes. An address that is not well
 * formed becomes the one that the server answered for, or the router would hydrate another page here. Runs as text:
 * it must use nothing from outside.
 */
function prepareDocument(missingPage: string): void {
  try {
    const { dataset } = document.documentElement
    const theme = localStorage.getItem('theme')
    if (theme === 'dark' || theme === 'light') dataset.theme = theme
    if (localStorage.getItem('accessToken') || sessionStorage.getItem('accessToken')) dataset.session = 'in'
  } catch {
    // storage is forbidden: the system's theme, and nobody is signed in
  }
  try {
    decodeURI(location.pathname)
    if (location.pathname.includes('//')) throw new URIError()
  } catch {
    history.replaceState(null, '', missingPage)
  }
}
