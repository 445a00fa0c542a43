import serverRules from '../../app.css?inline'
import address from '../../app.css?url'

/** The browser reads the rules from the page, so that its scripts do not contain them again. */
const rules = import.meta.env.SSR ? serverRules : document.getElementById('styles')?.textContent

/** The common style sheet, inline: it costs no second request. In development it is a link and updates in place. */
export function Styles() {
  if (import.meta.env.DEV) return <link rel="stylesheet" href={address} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, made by the build
  return <style id="styles" dangerouslySetInnerHTML={{ __html: rules ?? '' }} />
}
