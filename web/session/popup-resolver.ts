import { FirebaseError } from '@firebase/app'
import { type Auth, browserSessionPersistence, type PopupRedirectResolver } from '@firebase/auth'
import { randomKey } from '../ui/random-key.ts'

/*
 * The SDK asks an object of this shape to run its sign-in window. Its own one loads a script of Google;
 * this one opens a page of this store. The underscored members are internal to the SDK, whose version is
 * therefore exact in package.json, and are covered by a browser test.
 */
type AuthEvent = {
  type: string
  eventId: string | null
  urlResponse?: string
  sessionId?: string
  postBody?: string
  error?: { code: string }
}
type Consumer = {
  readonly eventId: string | null
  readonly filter: string[]
  onAuthEvent(event: AuthEvent): unknown
  onError(error: Error): unknown
}
type Provider = { providerId: string; getScopes?(): string[] }

const WIDTH = 500
const HEIGHT = 600
const CLOSED_POLL_MS = 250
/** How long a closed window may still have its answer on the way. */
const CLOSED_GRACE_MS = 2000

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
      return this.events.follow(opened, authType, eventId)
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

/** Carries what a sign-in window says to the sign-in that opened it. */
class PopupEvents {
  readonly origin: string
  readonly consumers = new Set<Consumer>()
  readonly windows = new Map<Window, string>()

  constructor(origin: string) {
    this.origin = origin
    window.addEventListener('message', (message) => this.receive(message))
  }

  registerConsumer(consumer: Consumer): void {
    this.consumers.add(consumer)
  }

  unregisterConsumer(consumer: Consumer): void {
    this.consumers.delete(consumer)
  }

  /** Watches a window until the SDK closes it, or the visitor does. */
  follow(opened: Window, type: string, eventId: string) {
    this.windows.set(opened, eventId)
    const poll = setInterval(() => {
      if (!opened.closed) return
      clearInterval(poll)
      setTimeout(() => {
        this.windows.delete(opened)
        this.emit({ type, eventId, error: { code: 'popup-closed-by-user' } })
      }, CLOSED_GRACE_MS)
    }, CLOSED_POLL_MS)
    return {
      window: opened,
      associatedEvent: eventId,
      close: () => {
        clearInterval(poll)
        this.windows.delete(opened)
        opened.close()
      },
    }
  }

  /** Only the very window that was opened may answer, for its own sign-in, from the provider's origin. */
  receive({ origin, source, data }: MessageEvent<unknown>): void {
    if (origin !== this.origin) return
    const eventId = [...this.windows].find(([opened]) => opened === source)?.[1]
    const event = parseEvent(data)
    if (event && eventId !== undefined && event.eventId === eventId) this.emit(event)
  }

  emit(event: AuthEvent): void {
    for (const consumer of [...this.consumers]) {
      if (consumer.eventId !== event.eventId || !consumer.filter.includes(event.type)) continue
      if (event.error) consumer.onError(identityError(event.error.code))
      else consumer.onAuthEvent(event)
    }
  }
}

function identityError(code: string): FirebaseError {
  const full = code.startsWith('auth/') ? code : `auth/${code}`
  return new FirebaseError(full, `Firebase: Error (${full}).`)
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

function authorizedDomains(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null || !('authorizedDomains' in answer)) return []
  const { authorizedDomains: domains } = answer
  return Array.isArray(domains) ? domains.filter((domain) => typeof domain === 'string') : []
}

function parseEvent(data: unknown): AuthEvent | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const fields = new Map<string, unknown>(Object.entries(data))
  if (fields.get('source') !== 'embedded-identity') return undefined
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const type = text('type')
  if (!type) return undefined
  const error = fields.get('error')
  return {
    type,
    eventId: text('eventId') ?? null,
    urlResponse: text('urlResponse'),
    sessionId: text('sessionId'),
    postBody: text('postBody'),
    error: error ? { code: errorCode(error) } : undefined,
  }
}

function errorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'internal-error'
}
