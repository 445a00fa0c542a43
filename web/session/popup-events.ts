import { FirebaseError } from '@firebase/app'

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
  /** Asks the provider whether the window has left for another house and is not back yet. */
  isAway: () => Promise<boolean>
}

/** Carries what a sign-in window says to the sign-in that opened it. */
export class PopupEvents {
  readonly origin: string
  readonly consumers = new Set<Consumer>()
  readonly windows = new Map<Window, string>()

  constructor(origin: string) {
    this.origin = origin
    window.addEventListener('message', (message) => this.receive(message))
    new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }) => this.hear(data))
  }

  registerConsumer(consumer: Consumer): void {
    this.consumers.add(consumer)
  }

  unregisterConsumer(consumer: Consumer): void {
    this.consumers.delete(consumer)
  }

  /** Watches a window until the SDK closes it, or the visitor does. */
  follow(opened: Window, { type, eventId, isAway }: Opening) {
    this.windows.set(opened, eventId)
    const shown = { closed: false }
    let looks = 0
    const settle = async () => {
      // another house may cut the window off from us: then it only looks closed, before we saw a page in it
      if (looks < ENOUGH_LOOKS && (await isAway())) return
      shown.closed = true
      this.windows.delete(opened)
      this.emit({ type, eventId, error: { code: 'popup-closed-by-user' } })
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

  /** The channel is this origin's alone, and the event's id known to the page that made it up. */
  hear(data: unknown): void {
    const event = parseEvent(data)
    if (event && [...this.windows.values()].some((eventId) => eventId === event.eventId)) this.emit(event)
  }

  emit(event: AuthEvent): void {
    for (const consumer of [...this.consumers]) {
      if (consumer.eventId !== event.eventId || !consumer.filter.includes(event.type)) continue
      if (event.error) consumer.onError(identityError(event.error.code))
      else consumer.onAuthEvent(event)
    }
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
  return new FirebaseError(full, `Firebase: Error (${full}).`)
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
