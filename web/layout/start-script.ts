/** What a visitor did before the page's script ran. */
type EarlyActs = { clicks: HTMLElement[]; stop: () => void }

declare global {
  interface Window {
    earlyActs?: EarlyActs
  }
}

const MODULE_LINK = '<link rel="modulepreload"'
const MODULE_SCRIPT = '<script type="module" async="">'
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'focusin', 'touchstart', 'wheel']

/**
 * Lets a page that is complete without script be seen first. React Router asks for its modules ahead of the
 * fonts and pictures; here they wait until the page has loaded and rests (for a second at most, since a browser
 * may never find itself idle), or until the visitor does something. Links work meanwhile; a click on a button is
 * kept, and done once the page answers (see `early-clicks.tsx`); so is Enter in a form whose button waits.
 * The waiting script goes where the browser's parser and React both leave it alone: behind all others.
 */
export function startAfterFirstPaint(html: string): string {
  const [before = '', module, ...more] = html.split(MODULE_SCRIPT)
  if (module === undefined || more.length > 0) throw new Error('The page has not one start of its script')
  const waiting = before.replaceAll(MODULE_LINK, '<link rel="later"')
  return `${waiting}<script type="text/plain" id="start">${module.replace('</body>', `<script>${waitScript}</script></body>`)}`
}

/**
 * Must stay free of imports; the server hashes its text for the CSP. Who is signed in waits for their name: no delay.
 * React does not keep Enter as it keeps clicks, so it is listened for until the buttons are ready. A page that a browser
 * kept whole, and shows again on Back, empties its search box of what led on to the next.
 */
const waitScript = `(function(){var d=document,w=window,c=[],a=new AbortController,o={capture:true,passive:true,signal:a.signal},n=0;function start(){if(n++)return;d.querySelectorAll('link[rel=later]').forEach(function(l){l.rel='modulepreload'});var s=d.createElement('script');s.type='module';s.textContent=d.getElementById('start').textContent;d.body.append(s)}function idle(){w.requestIdleCallback?w.requestIdleCallback(start,{timeout:1000}):setTimeout(start)}function rest(){requestAnimationFrame(function(){requestAnimationFrame(function(){setTimeout(idle)})})}w.earlyActs={clicks:c,stop:function(){a.abort()}};w.addEventListener('click',function(e){var b=e.target.closest('button[type=button]:not([popovertarget])');if(b)c.push(b)},o);w.addEventListener('keydown',function(e){var f=e.key==='Enter'&&e.target.matches('input')&&e.target.form,b=f&&f.querySelector('[data-waits]:disabled');if(b&&!c.includes(b))c.push(b)},{passive:true});w.addEventListener('pageshow',function(e){var q=e.persisted&&d.querySelector('[role=search] input');if(q)q.value=q.defaultValue});${JSON.stringify(SIGNS_OF_LIFE)}.forEach(function(t){w.addEventListener(t,start,o)});if(d.documentElement.dataset.session==='in')start();else if(d.readyState==='complete')rest();else w.addEventListener('load',rest)})()`
