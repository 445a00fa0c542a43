import { type Auth, browserSessionPersistence, type PopupRedirectResolver } from '@firebase/auth'
import { randomKey } from '../ui/random-key.ts'
import { identityError, PopupEvents } from './popup-events.ts'

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
  const provider = new URL(base)
  return class {
    readonly _shouldInitProactively = false
    readonly _redirectPersistence = browserSessionPersistence
    readonly events = new PopupEvents(provider.origin)
    originCheck: Promise<void> | undefined

    async _initialize(): Promise<PopupEvents> {
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
      const isAway = () => askWhetherAway(base, { apiKey: auth.config.apiKey, eventId })
      return this.events.follow(opened, { type: authType, eventId, isAway })
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
      this.originCheck ??= checkOrigin(base, auth.config.apiKey).catch((error: unknown) => {
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
  return `location=yes,resizable=yes,statusbar=yes,toolbar=no,width=${WIDTH},height=${HEIGHT},top=${top},left=${left}`
}

/** Sign-in in a window is for the domains the provider lists. */
async function checkOrigin(base: string, apiKey: string): Promise<void> {
  const answer: unknown = await fetch(`${base}/v1/projects?key=${encodeURIComponent(apiKey)}`)
    .then((response) => response.json())
    .catch(() => {
      throw identityError('network-request-failed')
    })
  const host = window.location.hostname
  const isListed = authorizedDomains(answer).some((domain) => host === domain || host.endsWith(`.${domain}`))
  if (!isListed) throw identityError('unauthorized-domain')
}

async function askWhetherAway(
  base: string,
  { apiKey, eventId }: { apiKey: string; eventId: string },
): Promise<boolean> {
  const query = new URLSearchParams({ key: apiKey, eventId })
  const answer: unknown = await fetch(`${base}/oauth/away?${query}`)
    .then((response) => response.json())
    .catch(() => undefined)
  return typeof answer === 'object' && answer !== null && 'isAway' in answer && answer.isAway === true
}

function authorizedDomains(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null || !('authorizedDomains' in answer)) return []
  const { authorizedDomains: domains } = answer
  return Array.isArray(domains) ? domains.filter((domain) => typeof domain === 'string') : []
}
