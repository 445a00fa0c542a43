import { FirebaseError } from '@firebase/app'

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

const CLOSED_POLL_MS = 250
/** So often a page is seen in a window that stays; for a moment in one that is being cut off, too. */
const ENOUGH_LOOKS = 2
/** How long a closed window may still have its answer on the way. */
const CLOSED_GRACE_MS = 2000

/** What the window's last page speaks into when it cannot reach the page that opened it. */
const CHANNEL = 'identity-window'

type Opening = {
  type: string
  eventId: string
  /** Asks the provider whether the window has left for another house and is not back yet: `isAway`. */
  ask: () => Promise<unknown>
}

/** Carries what a sign-in window says to the sign-in that opened it. */
export function createPopupEvents() {
  const consumers = new Set<Consumer>()
  /** The windows that are open, and the event that each is to bring. */
  const windows = new Map<MessageEventSource | null, string>()

  function emit(event: AuthEvent): void {
    for (const consumer of [...consumers]) {
      if (consumer.eventId !== event.eventId || !consumer.filter.includes(event.type)) continue
      if (event.error) consumer.onError(identityError(event.error.code))
      else consumer.onAuthEvent(event)
    }
  }

  // only the very window that was opened may answer, for its own sign-in, from this origin
  window.addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    const event = parseEvent(data)
    if (event && origin === location.origin && windows.get(source) === event.eventId) emit(event)
  })
  // the channel is this origin's alone, and the event's id known to the page that made it up
  new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const event = parseEvent(data)
    if (event && [...windows.values()].includes(event.eventId)) emit(event)
  })

  return {
    registerConsumer: (consumer: Consumer) => consumers.add(consumer),
    unregisterConsumer: (consumer: Consumer) => consumers.delete(consumer),

    /** Watches a window until the SDK closes it, or the visitor does. */
    follow(opened: Window, { type, eventId, ask }: Opening) {
      windows.set(opened, eventId)
      const shown = { closed: false }
      let looks = 0
      const settle = async () => {
        // another house may cut the window off from us: then it only looks closed, before we saw a page in it
        if (looks < ENOUGH_LOOKS && fieldOf(await ask().catch(() => {}), 'isAway')) return
        shown.closed = true
        windows.delete(opened)
        emit({ type, eventId, error: { code: 'popup-closed-by-user' } })
      }
      const poll = setInterval(() => {
        if (!opened.closed) {
          if (!isBlank(opened)) looks += 1
          return
        }
        clearInterval(poll)
        setTimeout(settle, CLOSED_GRACE_MS)
      }, CLOSED_POLL_MS)
      return {
        // the SDK reads no more of it, and must not take a window for closed that is not
        window: shown,
        associatedEvent: eventId,
        close: () => {
          clearInterval(poll)
          windows.delete(opened)
          opened.close()
        },
      }
    },
  }
}

/** Whether the window shows nothing yet; what another origin shows is none of our business. */
function isBlank(opened: Window): boolean {
  try {
    return opened.location.href === 'about:blank'
  } catch {
    return false
  }
}

export function identityError(code: string): FirebaseError {
  const full = code.startsWith('auth/') ? code : `auth/${code}`
  return new FirebaseError(full, full)
}

/** A field of whatever a message or an answer holds. */
export function fieldOf(data: unknown, name: string): unknown {
  return Object(data)[name]
}

function parseEvent(data: unknown): AuthEvent | undefined {
  const text = (name: string) => {
    const value = fieldOf(data, name)
    return typeof value === 'string' ? value : undefined
  }
  const [type, eventId] = [text('type'), text('eventId')]
  if (!type || !eventId || text('source') !== 'embedded-identity') return undefined
  const error = fieldOf(data, 'error')
  return {
    type,
    eventId,
    urlResponse: text('urlResponse'),
    sessionId: text('sessionId'),
    postBody: text('postBody'),
    error: error ? { code: String(fieldOf(error, 'code') ?? 'internal-error') } : undefined,
  }
}
