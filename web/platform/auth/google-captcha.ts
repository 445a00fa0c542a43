import type { ApplicationVerifier } from '@firebase/auth'

const PARAMETERS_URL = 'https://identitytoolkit.googleapis.com/v1/recaptchaParams'
const SCRIPT_URL = 'https://www.google.com/recaptcha/api.js?render=explicit&onload='
const CALLBACK = 'googleCaptchaLoaded'

type Captcha = {
  render(container: HTMLElement, options: object): number
  execute(widget: number): void
  reset(widget: number): void
}
declare global {
  interface Window {
    grecaptcha?: Captcha
    [CALLBACK]?: () => void
  }
}

/** Firebase's invisible reCAPTCHA. The SDK's own class would be in the sign-in chunk of every store. */
export async function createGoogleCaptcha(apiKey: string): Promise<ApplicationVerifier & { _reset(): void }> {
  const [captcha, sitekey] = await Promise.all([loadScript(), readSiteKey(apiKey)])
  let settle: { resolve(token: string): void; reject(reason: Error): void } | undefined
  const widget = captcha.render(document.body.appendChild(document.createElement('div')), {
    sitekey,
    size: 'invisible',
    callback: (token: string) => settle?.resolve(token),
    'error-callback': () => settle?.reject(new Error('The captcha failed')),
  })
  return {
    type: 'recaptcha',
    verify: () =>
      new Promise<string>((resolve, reject) => {
        settle = { resolve, reject }
        captcha.execute(widget)
      }),
    // the SDK calls it after each use: a token is valid once
    _reset: () => captcha.reset(widget),
  }
}

function loadScript(): Promise<Captcha> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('The captcha did not load'))
    window[CALLBACK] = () => (window.grecaptcha ? resolve(window.grecaptcha) : fail())
    const script = document.createElement('script')
    script.src = SCRIPT_URL + CALLBACK
    script.onerror = fail
    document.head.append(script)
  })
}

async function readSiteKey(apiKey: string): Promise<string> {
  const response = await fetch(`${PARAMETERS_URL}?key=${encodeURIComponent(apiKey)}`)
  const body: unknown = await response.json()
  const key = typeof body === 'object' && body !== null && 'recaptchaSiteKey' in body && body.recaptchaSiteKey
  if (typeof key !== 'string') throw new Error('The provider returned no site key for the captcha')
  return key
}
