import { API_KEY, NONCE, signInWithIdp, type TestIdentity } from './identity.ts'

/** A sign-in popup without a browser: its cookie, redirects, and the event of the last page. */
export type TestPopup = {
  /** Opens the popup; returns its address at the provider, or the event of an error page. */
  openAtProvider(
    providerId: string,
    query?: Record<string, string>,
  ): Promise<{ to?: URL; event?: PopupMessage }>
  /** Opens the address to which the provider redirected, by default at the same instance and with its cookie. */
  returnFromProvider(
    url: URL,
    options?: { cookie?: string; to?: TestIdentity },
  ): Promise<{ status: number; event?: PopupMessage }>
}
export type PopupMessage = {
  type: string
  eventId: string
  urlResponse?: string
  sessionId?: string
  postBody?: string
  error?: { code: string }
}

export function openPopup(identity: TestIdentity): TestPopup {
  let jar = ''
  return {
    async openAtProvider(providerId, query = {}) {
      const search = new URLSearchParams({
        apiKey: API_KEY,
        providerId,
        eventId: 'event-1',
        nonce: NONCE,
        ...query,
      })
      const reply = await identity.app.inject({ url: `/identity/popup?${search}`, headers: { cookie: jar } })
      const cookie = reply.headers['set-cookie']
      if (cookie) jar = String(cookie).split(';')[0] ?? ''
      const { location } = reply.headers
      return location ? { to: new URL(String(location)) } : { event: eventIn(reply.body) }
    },
    async returnFromProvider({ pathname, search }, { cookie = jar, to = identity } = {}) {
      const reply = await to.app.inject({ url: `${pathname}${search}`, headers: { cookie } })
      return { status: reply.statusCode, event: eventIn(reply.body) }
    },
  }
}

/** The request of the opener's SDK after the popup's message. */
export function signInWith(identity: TestIdentity, event: PopupMessage | undefined, fields: object = {}) {
  const post = new URLSearchParams(event?.postBody)
  const grant = post.get('id_token') ?? ''
  const providerId = post.get('providerId') ?? ''
  const { urlResponse: requestUri, sessionId } = event ?? {}
  return signInWithIdp(identity, { grant, providerId }, { requestUri, sessionId, ...fields })
}

function eventIn(html: string): PopupMessage | undefined {
  const data = /data-event="([^"]*)"/.exec(html)?.[1]
  return data && JSON.parse(data.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code))))
}
