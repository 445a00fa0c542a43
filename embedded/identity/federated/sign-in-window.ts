import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as openid from 'openid-client'
import * as z from 'zod/mini'
import { popupTexts as texts } from '#contract/messages/account/identity.ts'
import { GOOGLE_PROVIDER } from '../accounts/accounts.ts'
import { escapeHtml, pageFrame, readPageFile, sendPage, sendPageFile } from '../http/pages.ts'
import { storable } from '../http/toolkit-body.ts'
import { check, ToolkitError } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'
import { requireProvider } from '../methods.ts'
import { checkApiKey } from '../tokens/api-key.ts'
import { OAUTH_FLOW_SECONDS } from '../tokens/lifetimes.ts'
import { digest, newSecret } from '../tokens/secrets.ts'
import { createGrant } from './idp-grants.ts'
import { CALLBACK_PATH, newFlow, type OauthClient } from './oauth-client.ts'
import { createOauthClients } from './oauth-clients.ts'
import { isAway, type Returned, saveFlow, takeFlow } from './oauth-flows.ts'
import { readClaims } from './outside-person.ts'
import { type OutsideProvider, vouch } from './outside-providers.ts'
import { takeGrantAllowance, windowNonce } from './popup.ts'
import { popupPage } from './popup-page.ts'

const COOKIE_PATH = '/identity'
const BROWSER_SECRET = /^[\w-]{43}$/

const departureSchema = z.object({
  nonce: windowNonce,
  eventId: storable.check(z.minLength(1), z.maxLength(200)),
  authType: z._default(z.enum(['signInViaPopup', 'linkViaPopup', 'reauthViaPopup']), 'signInViaPopup'),
})
type Departing = z.infer<typeof departureSchema>

/** What the window tells the page that opened it, as the SDK knows such events. */
type WindowEvent = { type: string; eventId: string } & (
  | { urlResponse: string; sessionId: string; postBody: string }
  | { error: { code: string; message: string } }
)

/**
 * Sign-in in a window. `GET /popup` leaves for the provider where the shop is registered there, and shows the
 * demo's practice accounts otherwise; `GET /oauth/callback` is where people come back to. The page that opened
 * a window asks `GET /oauth/away` whether one that it lost sight of is on its way.
 */
export function mountWindow(scope: FastifyInstance, identity: Identity): void {
  const clientOf = createOauthClients(identity)
  scope.get<{ Querystring: { providerId?: string } }>('/popup', async (request, reply) => {
    checkApiKey(identity.apiKey, request, 'apiKey')
    const provider = requireProvider(identity, request.query.providerId ?? GOOGLE_PROVIDER)
    const client = clientOf(provider.method)
    if (!client) return sendPage(reply, popupPage(provider))
    return leave(identity, { request, reply }, { provider, client })
  })
  scope.get<{ Querystring: { state?: unknown } }>('/oauth/callback', async (request, reply) => {
    const { state } = request.query
    const browser = readBrowser(identity, request)
    const returned = typeof state === 'string' ? await takeFlow(identity, { state, browser }) : undefined
    if (!returned) return sendWindow(reply.code(400), orphanedPage())
    const event = await conclude(identity, request, { returned, clientOf })
    return sendWindow(reply, callbackPage(event))
  })
  scope.get<{ Querystring: { eventId?: unknown } }>('/oauth/away', async (request) => {
    checkApiKey(identity.apiKey, request)
    const { eventId } = request.query
    const browser = readBrowser(identity, request)
    return { isAway: typeof eventId === 'string' && (await isAway(identity, { eventId, browser })) }
  })
  for (const file of ['pages.css', 'callback.js'] as const) {
    const content = readPageFile(file)
    scope.get(`/${file}`, (_request, reply) => sendPageFile(reply, file, content))
  }
}

type Http = { request: FastifyRequest; reply: FastifyReply }

async function leave(
  identity: Identity,
  { request, reply }: Http,
  { provider, client }: { provider: OutsideProvider; client: OauthClient },
): Promise<FastifyReply> {
  const parsed = departureSchema.safeParse(request.query)
  if (!parsed.success) throw new ToolkitError('INVALID_ARGUMENT', { cause: parsed.error })
  const departing = parsed.data
  try {
    await takeGrantAllowance(identity, identity.trustedAddress(request))
    const flow = newFlow()
    const isReauthentication = departing.authType === 'reauthViaPopup'
    const address = await client.startAt(flow, { isReauthentication })
    const browser = keepBrowser(identity, request, reply)
    await saveFlow(identity, flow, { ...departing, providerId: provider.providerId, browser })
    return keepOpener(reply).redirect(address.href)
  } catch (error) {
    if (error instanceof ToolkitError) reply.code(error.status)
    return sendWindow(reply, callbackPage(failure(request, departing, error)))
  }
}

/** Learns who came back, and makes the proof of it that signs in. */
async function conclude(
  identity: Identity,
  request: FastifyRequest,
  { returned, clientOf }: { returned: Returned; clientOf: ReturnType<typeof createOauthClients> },
): Promise<WindowEvent> {
  const { authType: type, eventId, nonce, providerId } = returned
  try {
    const provider = requireProvider(identity, providerId)
    const client = clientOf(provider.method)
    check(client, 'OPERATION_NOT_ALLOWED')
    const url = new URL(`${identity.origin}${CALLBACK_PATH}`)
    url.search = new URL(request.url, identity.origin).search
    const { claims, address } = await client.readPerson(url, returned.flow)
    const grant = await createGrant(identity.db, {
      providerId,
      person: vouch(provider, readClaims(claims), address),
      nonceHash: digest(nonce),
      isReauthentication: type === 'reauthViaPopup',
      at: identity.now(),
    })
    const postBody = new URLSearchParams({ id_token: grant, providerId }).toString()
    const urlResponse = `${identity.origin}${CALLBACK_PATH}`
    return { type, eventId, urlResponse, sessionId: nonce, postBody }
  } catch (error) {
    return failure(request, returned, error)
  }
}

/** What went wrong, as the SDK knows it; why, for the shop's log, without codes and tokens. */
function failure(
  request: FastifyRequest,
  { authType: type, eventId }: Pick<Departing, 'authType' | 'eventId'>,
  error: unknown,
): WindowEvent {
  const code = codeOf(error)
  if (code !== 'auth/user-cancelled')
    request.log.warn({ reason: reasonOf(error) }, 'identity: sign-in elsewhere failed')
  return { type, eventId, error: { code, message: '' } }
}

function codeOf(error: unknown): string {
  if (error instanceof ToolkitError) {
    return error.status === 429 ? 'auth/too-many-requests' : 'auth/operation-not-allowed'
  }
  if (error instanceof openid.AuthorizationResponseError && error.error === 'access_denied') {
    return 'auth/user-cancelled'
  }
  const isUnreachable =
    error instanceof TypeError || (error instanceof openid.ClientError && error.code === 'OAUTH_TIMEOUT')
  return isUnreachable ? 'auth/network-request-failed' : 'auth/internal-error'
}

function reasonOf(error: unknown): string {
  if (error instanceof openid.ResponseBodyError || error instanceof openid.AuthorizationResponseError) {
    return `${error.error}: ${error.error_description ?? ''}`
  }
  return error instanceof Error ? error.message : String(error)
}

function sendWindow(reply: FastifyReply, html: string): FastifyReply {
  return sendPage(keepOpener(reply), html)
}

/**
 * The way there and back crosses the provider's origin, whose pages know nothing of ours: a policy of ours on
 * it would cut the window off from the page that opened it. That page's own policy lets its windows be.
 */
function keepOpener(reply: FastifyReply): FastifyReply {
  return reply.header('cross-origin-opener-policy', 'unsafe-none')
}

/** The last page of a sign-in window: its script passes the event on and closes it. */
function callbackPage(event: WindowEvent): string {
  return pageFrame({
    title: texts.returnedTitle,
    script: 'callback.js',
    main: `<h1>${escapeHtml(texts.returnedTitle)}</h1>
<p role="status">${escapeHtml(texts.returned)}</p>
<template id="event" data-event="${escapeHtml(JSON.stringify(event))}"></template>`,
  })
}

/** The last page of a window that no page waits for, or whose sign-in is over. */
function orphanedPage(): string {
  return pageFrame({
    title: texts.strayTitle,
    main: `<h1>${escapeHtml(texts.strayTitle)}</h1>
<p class="problem" role="alert">${escapeHtml(texts.stray)}</p>`,
  })
}

/**
 * The secret of the browser that leaves for a provider, made and sent where it has none. Only that browser may come
 * back: otherwise an attacker could hand the end of his own sign-in to another person. Windows side by side share it.
 */
function keepBrowser(identity: Identity, request: FastifyRequest, reply: FastifyReply): string {
  const browser = readBrowser(identity, request) ?? newSecret()
  const cookie = `${nameFor(identity)}=${browser}; Path=${COOKIE_PATH}; Max-Age=${OAUTH_FLOW_SECONDS}; HttpOnly; SameSite=Lax`
  reply.header('set-cookie', isSecure(identity) ? `${cookie}; Secure` : cookie)
  return browser
}

function readBrowser(identity: Identity, { headers }: FastifyRequest): string | undefined {
  const prefix = `${nameFor(identity)}=`
  const cookies = headers.cookie?.split(';').map((cookie) => cookie.trim()) ?? []
  const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length)
  return value && BROWSER_SECRET.test(value) ? value : undefined
}

function nameFor(identity: Identity): string {
  return isSecure(identity) ? '__Secure-identity-window' : 'identity-window'
}

function isSecure({ origin }: Identity): boolean {
  return origin.startsWith('https:')
}
