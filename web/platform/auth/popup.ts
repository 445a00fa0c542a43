import { FirebaseError } from '@firebase/app'
import { type Auth, browserSessionPersistence, type PopupRedirectResolver } from '@firebase/auth'
import { randomKey } from '../forms/random-key.ts'

const WIDTH = 500
const HEIGHT = 600
const CLOSED_POLL_MS = 250
/** A popup that polls have seen open with a page this often is reachable from here: `closed` can be trusted. */
const MIN_SIGHTINGS = 2
/** How long the result of a closed popup may still be on its way. */
const CLOSED_GRACE_MS = 2000
const CHANNEL = 'identity-window'

/** The SDK runs its popups through this class. Underscored members are internal to the SDK, hence its exact version. */
export function embeddedPopupResolver(base: string): PopupRedirectResolver {
  async function request({ config }: Auth, path: string, eventId = ''): Promise<unknown> {
    const query = new URLSearchParams({ key: config.apiKey, eventId })
    return (await fetch(`${base}/${path}?${query}`)).json()
  }

  async function checkOrigin(auth: Auth): Promise<void> {
    const response = await request(auth, 'v1/projects').catch(() => {
      throw identityError('network-request-failed')
    })
    const domains = fieldOf(response, 'authorizedDomains')
    const host = window.location.hostname
    const matchesHost = (domain: unknown) => host === domain || host.endsWith(`.${domain}`)
    if (!Array.isArray(domains) || !domains.some(matchesHost)) throw identityError('unauthorized-domain')
  }

  return class {
    readonly _shouldInitProactively = false
    readonly _redirectPersistence = browserSessionPersistence
    readonly events = createPopupEvents()
    originCheck: Promise<void> | undefined

    async _initialize() {
      return this.events
    }

    async _openPopup(auth: Auth, provider: Provider, type: string, eventId: string) {
      const query = new URLSearchParams({
        apiKey: auth.config.apiKey,
        providerId: provider.providerId,
        scopes: provider.getScopes?.().join(',') ?? '',
        authType: type,
        eventId,
        nonce: randomKey(),
      })
      const top = Math.max((window.screen.availHeight - HEIGHT) / 2, 0)
      const left = Math.max((window.screen.availWidth - WIDTH) / 2, 0)
      const features = `popup,width=${WIDTH},height=${HEIGHT},top=${top},left=${left}`
      const opened = window.open(`${base}/popup?${query}`, eventId, features)
      if (!opened) throw identityError('popup-blocked')
      opened.focus()
      return this.events.follow(opened, { type, eventId }, () => request(auth, 'oauth/away', eventId))
    }

    async _openRedirect(): Promise<never> {
      throw identityError('operation-not-supported-in-this-environment')
    }

    _isIframeWebStorageSupported(_auth: Auth, callback: (isSupported: boolean) => void): void {
      callback(true)
    }

    async _completeRedirectFn(): Promise<null> {
      return null
    }

    _overrideRedirectResult(): void {}

    _originValidation(auth: Auth): Promise<void> {
      this.originCheck ??= checkOrigin(auth).catch((error: unknown) => {
        this.originCheck = undefined
        throw error
      })
      return this.originCheck
    }
  }
}

type Provider = { providerId: string; getScopes?(): string[] }
type AuthEvent = {
  type: string
  eventId: string
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

function createPopupEvents() {
  const consumers = new Set<Consumer>()
  const popups = new Map<MessageEventSource | null, string>()

  function emit(event: AuthEvent): void {
    for (const consumer of [...consumers]) {
      if (consumer.eventId !== event.eventId || !consumer.filter.includes(event.type)) continue
      if (event.error) consumer.onError(identityError(event.error.code))
      else consumer.onAuthEvent(event)
    }
  }

  // a message counts from the popup itself, for its own sign-in, from this origin
  window.addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    const event = parseEvent(data)
    if (event && origin === location.origin && popups.get(source) === event.eventId) emit(event)
  })
  // the channel belongs to this origin; a page handles only the events of the popups that it opened
  new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const event = parseEvent(data)
    if (event && [...popups.values()].includes(event.eventId)) emit(event)
  })

  return {
    registerConsumer: (consumer: Consumer) => consumers.add(consumer),
    unregisterConsumer: (consumer: Consumer) => consumers.delete(consumer),

    /** `readState` reads at the provider whether the popup is at another provider's pages and not back yet (`isAway`). */
    follow(opened: Window, event: AuthEvent, readState: () => Promise<unknown>) {
      popups.set(opened, event.eventId)
      const sdkWindow = { closed: false }
      let sightings = 0
      async function reportClosed() {
        // another provider's page may sever the popup from its opener: then it looks closed although it is open
        if (sightings < MIN_SIGHTINGS && fieldOf(await readState().catch(() => {}), 'isAway')) return
        sdkWindow.closed = true
        popups.delete(opened)
        emit({ ...event, error: { code: 'popup-closed-by-user' } })
      }
      const poll = setInterval(() => {
        if (opened.closed) {
          clearInterval(poll)
          setTimeout(reportClosed, CLOSED_GRACE_MS)
        } else if (!isBlank(opened)) sightings += 1
      }, CLOSED_POLL_MS)
      return {
        // all that the SDK reads of the window; it must not see an open popup as closed
        window: sdkWindow,
        associatedEvent: event.eventId,
        close: () => {
          clearInterval(poll)
          popups.delete(opened)
          opened.close()
        },
      }
    },
  }
}

function isBlank(opened: Window): boolean {
  try {
    return opened.location.href === 'about:blank'
  } catch {
    return false
  }
}

function identityError(code: string): FirebaseError {
  const full = code.startsWith('auth/') ? code : `auth/${code}`
  return new FirebaseError(full, full)
}

function fieldOf(data: unknown, name: string): unknown {
  return Object(data)[name]
}

function parseEvent(data: unknown): AuthEvent | undefined {
  const readText = (name: string) => {
    const value = fieldOf(data, name)
    return typeof value === 'string' ? value : undefined
  }
  const type = readText('type')
  const eventId = readText('eventId')
  if (!type || !eventId || readText('source') !== 'embedded-identity') return undefined
  const error = fieldOf(data, 'error')
  return {
    type,
    eventId,
    urlResponse: readText('urlResponse'),
    sessionId: readText('sessionId'),
    postBody: readText('postBody'),
    error: error ? { code: String(fieldOf(error, 'code') ?? 'internal-error') } : undefined,
  }
}
