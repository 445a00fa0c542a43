import { type Auth, browserSessionPersistence, type PopupRedirectResolver } from '@firebase/auth'
import { randomKey } from '../../../ui/forms/random-key.ts'
import { createPopupEvents, fieldOf, identityError } from '../popup.ts'

/*
 * The SDK asks an object of this shape to run its sign-in window. Its own one loads a script of Google;
 * this one opens a page of this store. The underscored members are internal to the SDK, whose version is
 * therefore exact in package.json, and are covered by a browser test.
 */
type Provider = { providerId: string; getScopes?(): string[] }

const WIDTH = 500
const HEIGHT = 600

/** A sign-in window served by the embedded provider at `base`, for `initializeAuth`. */
export function embeddedPopupResolver(base: string): PopupRedirectResolver {
  return class {
    readonly _shouldInitProactively = false
    readonly _redirectPersistence = browserSessionPersistence
    readonly events = createPopupEvents()
    originCheck: Promise<void> | undefined

    async _initialize() {
      return this.events
    }

    async _openPopup(auth: Auth, asked: Provider, authType: string, eventId: string) {
      const query = new URLSearchParams({
        apiKey: auth.config.apiKey,
        providerId: asked.providerId,
        scopes: asked.getScopes?.().join(',') ?? '',
        authType,
        eventId,
        nonce: randomKey(),
      })
      const opened = window.open(`${base}/popup?${query}`, eventId, windowFeatures())
      if (!opened) throw identityError('popup-blocked')
      opened.focus()
      const ask = () => asking(base, auth)('oauth/away', eventId)
      return this.events.follow(opened, { type: authType, eventId, ask })
    }

    async _openRedirect(): Promise<never> {
      throw identityError('operation-not-supported-in-this-environment')
    }

    _isIframeWebStorageSupported(_auth: Auth, answer: (isSupported: boolean) => void): void {
      answer(true)
    }

    async _completeRedirectFn(): Promise<null> {
      return null
    }

    _overrideRedirectResult(): void {}

    _originValidation(auth: Auth): Promise<void> {
      this.originCheck ??= checkOrigin(asking(base, auth)).catch((error: unknown) => {
        this.originCheck = undefined
        throw error
      })
      return this.originCheck
    }
  }
}

function windowFeatures(): string {
  const top = Math.max((window.screen.availHeight - HEIGHT) / 2, 0)
  const left = Math.max((window.screen.availWidth - WIDTH) / 2, 0)
  return `popup,width=${WIDTH},height=${HEIGHT},top=${top},left=${left}`
}

/** Sign-in in a window is for the domains the provider lists. */
async function checkOrigin(ask: Ask): Promise<void> {
  const answer = await ask('v1/projects').catch(() => {
    throw identityError('network-request-failed')
  })
  const domains = fieldOf(answer, 'authorizedDomains')
  const host = window.location.hostname
  const fits = (domain: unknown) => host === domain || host.endsWith(`.${domain}`)
  if (!Array.isArray(domains) || !domains.some(fits)) throw identityError('unauthorized-domain')
}

type Ask = (path: string, eventId?: string) => Promise<unknown>

/** Asks the provider. */
function asking(base: string, { config }: Auth): Ask {
  return async (path, eventId = '') => {
    const query = new URLSearchParams({ key: config.apiKey, eventId })
    const answer = await fetch(`${base}/${path}?${query}`)
    return answer.json()
  }
}
