import { MISSING_PAGE, NOT_NORMAL } from '#contract/platform/missing-page.ts'
import { STAFF_KEY } from '../auth/staff-mark.ts'

/** Pages that staff see in the frame of the back office. */
const OFFICE_PAGE = /^\/(?:dashboard|editProfile)(?:\/|$)/

/** An inline script in the head, which runs before the first paint. The server hashes it for the CSP. */
export function headScript(): string {
  return `(${prepareDocument})(${JSON.stringify(MISSING_PAGE)}, ${NOT_NORMAL}, ${OFFICE_PAGE}, ${JSON.stringify(STAFF_KEY)})`
}

/**
 * Sets theme, layout of lists of parts, sign-in state and the frame of the back office, so that none flashes. Replaces an address that is not normal by the one for
 * which the server has rendered the page. Runs as text: it must not use anything outside this function.
 */
function prepareDocument(missingPage: string, notNormal: RegExp, officePage: RegExp, staffKey: string): void {
  try {
    const { dataset } = document.documentElement
    const theme = localStorage.getItem('theme')
    if (theme === 'dark' || theme === 'light') dataset.theme = theme
    const partsView = localStorage.getItem('partsView')
    if (partsView) dataset.partsView = partsView
    if (localStorage.getItem('accessToken') || sessionStorage.getItem('accessToken')) dataset.session = 'in'
    if (dataset.session && localStorage.getItem(staffKey) && officePage.test(location.pathname))
      dataset.office = 'waiting'
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
