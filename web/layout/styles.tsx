import serverRules from '../styles/app.css?inline'
import address from '../styles/app.css?url'

/** The browser reads the rules from the page, so that its scripts do not contain them again. */
const rules = import.meta.env.SSR ? serverRules : document.getElementById('styles')?.textContent

/** The style sheet, inline: the first paint waits for no second response. In development it updates in place. */
export function Styles() {
  if (import.meta.env.DEV) return <link rel="stylesheet" href={address} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, made by the build
  return <style id="styles" dangerouslySetInnerHTML={{ __html: rules ?? '' }} />
}
