import { API_KEY, NONCE, signInElsewhere, type TestIdentity } from './identity.ts'

/** A sign-in popup without a browser: cookies, redirects, and the event of the last page. */
export type TestWindow = {
  /** Opens the popup; returns its address at the provider, or the event of an error page. */
  leave(providerId: string, query?: Record<string, string>): Promise<{ to?: URL; event?: WindowMessage }>
  /** Opens the address to which the provider redirected. */
  comeBack(
    url: URL,
    options?: { cookie?: string; to?: TestIdentity },
  ): Promise<{ status: number; event?: WindowMessage }>
}
export type WindowMessage = {
  type: string
  eventId: string
  urlResponse?: string
  sessionId?: string
  postBody?: string
  error?: { code: string }
}

export function openWindow(identity: TestIdentity): TestWindow {
  let jar = ''
  return {
    async leave(providerId, query = {}) {
      const search = new URLSearchParams({
        apiKey: API_KEY,
        providerId,
        eventId: 'event-1',
        nonce: NONCE,
        ...query,
      })
      const answer = await identity.app.inject({ url: `/identity/popup?${search}`, headers: { cookie: jar } })
      const cookie = answer.headers['set-cookie']
      if (cookie) jar = String(cookie).split(';')[0] ?? ''
      const { location } = answer.headers
      return location ? { to: new URL(String(location)) } : { event: eventIn(answer.body) }
    },
    async comeBack({ pathname, search }, { cookie = jar, to = identity } = {}) {
      const answer = await to.app.inject({ url: `${pathname}${search}`, headers: { cookie } })
      return { status: answer.statusCode, event: eventIn(answer.body) }
    },
  }
}

/** The request of the opener's SDK after the popup's message. */
export function signInWith(identity: TestIdentity, event: WindowMessage | undefined, fields: object = {}) {
  const post = new URLSearchParams(event?.postBody)
  const grant = post.get('id_token') ?? ''
  const providerId = post.get('providerId') ?? ''
  const { urlResponse: requestUri, sessionId } = event ?? {}
  return signInElsewhere(identity, { grant, providerId }, { requestUri, sessionId, ...fields })
}

function eventIn(html: string): WindowMessage | undefined {
  const data = /data-event="([^"]*)"/.exec(html)?.[1]
  return data && JSON.parse(data.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code))))
}
