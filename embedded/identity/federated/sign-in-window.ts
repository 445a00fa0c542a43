import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as openid from 'openid-client'
import * as z from 'zod/mini'
import { popupTexts as texts } from '#contract/messages/account/identity.ts'
import { GOOGLE_PROVIDER } from '../accounts/accounts.ts'
import { limitWindows } from '../accounts/rate-limits.ts'
import { escapeHtml, pageFrame, readPageFile, sendPage, sendPageFile } from '../http/pages.ts'
import { storable } from '../http/toolkit-body.ts'
import { check, ToolkitError } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'
import { requireProvider } from '../methods.ts'
import { checkApiKey } from '../tokens/api-key.ts'
import { OAUTH_FLOW_SECONDS } from '../tokens/lifetimes.ts'
import { digest, newSecret } from '../tokens/secrets.ts'
import { nonce } from './demo-popup.ts'
import { demoPopupPage } from './demo-popup-page.ts'
import { createGrant } from './idp-grants.ts'
import { CALLBACK_PATH, newFlow, type OauthClient } from './oauth-client.ts'
import { createOauthClients } from './oauth-clients.ts'
import { isAway, type Returned, saveFlow, takeFlow } from './oauth-flows.ts'
import { readClaims } from './outside-person.ts'
import { type OutsideProvider, vouch } from './outside-providers.ts'

const COOKIE_PATH = '/identity'
const BROWSER_SECRET = /^[\w-]{43}$/

const popupSchema = z.object({
  nonce,
  eventId: storable.check(z.minLength(1), z.maxLength(200)),
  authType: z._default(z.enum(['signInViaPopup', 'linkViaPopup', 'reauthViaPopup']), 'signInViaPopup'),
})
type PopupQuery = z.infer<typeof popupSchema>

type WindowEvent = { type: string; eventId: string } & (
  | { urlResponse: string; sessionId: string; postBody: string }
  | { error: { code: string; message: string } }
)

/**
 * Sign-in in a popup. `GET /popup` redirects to the provider, or shows the demo accounts if the provider is not
 * configured; `GET /oauth/callback` is the redirect URI. An opener that lost its popup asks `GET /oauth/away` whether
 * the popup is still at the provider.
 */
export function mountWindow(scope: FastifyInstance, identity: Identity): void {
  const clientOf = createOauthClients(identity)
  scope.get<{ Querystring: { providerId?: string } }>('/popup', async (request, reply) => {
    checkApiKey(identity.apiKey, request, 'apiKey')
    const provider = requireProvider(identity, request.query.providerId ?? GOOGLE_PROVIDER)
    const client = clientOf(provider.method)
    if (!client) return sendPage(reply, demoPopupPage(provider))
    return redirectToProvider(identity, { request, reply }, { provider, client })
  })
  scope.get<{ Querystring: { state?: unknown } }>('/oauth/callback', async (request, reply) => {
    const { state } = request.query
    const browser = readBrowser(identity, request)
    const returned = typeof state === 'string' ? await takeFlow(identity, { state, browser }) : undefined
    if (!returned) return sendWindow(reply.code(400), orphanedPage())
    const event = await completeFlow(identity, request, { returned, clientOf })
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

async function redirectToProvider(
  identity: Identity,
  { request, reply }: Http,
  { provider, client }: { provider: OutsideProvider; client: OauthClient },
): Promise<FastifyReply> {
  const parsed = popupSchema.safeParse(request.query)
  if (!parsed.success) throw new ToolkitError('INVALID_ARGUMENT', { cause: parsed.error })
  const query = parsed.data
  try {
    await limitWindows(identity, identity.trustedAddress(request))
    const flow = newFlow()
    const isReauthentication = query.authType === 'reauthViaPopup'
    const address = await client.startAt(flow, { isReauthentication })
    const browser = setBrowserCookie(identity, request, reply)
    await saveFlow(identity, flow, { ...query, providerId: provider.providerId, browser })
    return allowOpener(reply).redirect(address.href)
  } catch (error) {
    if (error instanceof ToolkitError) reply.code(error.status)
    return sendWindow(reply, callbackPage(failure(request, query, error)))
  }
}

async function completeFlow(
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

/** The SDK's error event. The reason is logged without codes and tokens. */
function failure(
  request: FastifyRequest,
  { authType: type, eventId }: Pick<PopupQuery, 'authType' | 'eventId'>,
  error: unknown,
): WindowEvent {
  const code = codeOf(error)
  if (code !== 'auth/user-cancelled')
    request.log.warn({ reason: reasonOf(error) }, 'identity: sign-in at an outside provider failed')
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
  return sendPage(allowOpener(reply), html)
}

/**
 * The popup visits the provider's origin: any other opener policy would sever it from its opener. The opener's own
 * policy allows popups.
 */
function allowOpener(reply: FastifyReply): FastifyReply {
  return reply.header('cross-origin-opener-policy', 'unsafe-none')
}

function callbackPage(event: WindowEvent): string {
  return pageFrame({
    title: texts.returnedTitle,
    script: 'callback.js',
    main: `<h1>${escapeHtml(texts.returnedTitle)}</h1>
<p role="status">${escapeHtml(texts.returned)}</p>
<template id="event" data-event="${escapeHtml(JSON.stringify(event))}"></template>`,
  })
}

function orphanedPage(): string {
  return pageFrame({
    title: texts.orphanedTitle,
    main: `<h1>${escapeHtml(texts.orphanedTitle)}</h1>
<p class="problem" role="alert">${escapeHtml(texts.orphaned)}</p>`,
  })
}

/**
 * Sets a secret cookie, which the callback requires: otherwise an attacker could complete his own sign-in in another
 * person's browser (login CSRF). Concurrent popups share it.
 */
function setBrowserCookie(identity: Identity, request: FastifyRequest, reply: FastifyReply): string {
  const browser = readBrowser(identity, request) ?? newSecret()
  const cookie = `${cookieName(identity)}=${browser}; Path=${COOKIE_PATH}; Max-Age=${OAUTH_FLOW_SECONDS}; HttpOnly; SameSite=Lax`
  reply.header('set-cookie', isSecure(identity) ? `${cookie}; Secure` : cookie)
  return browser
}

function readBrowser(identity: Identity, { headers }: FastifyRequest): string | undefined {
  const prefix = `${cookieName(identity)}=`
  const cookies = headers.cookie?.split(';').map((cookie) => cookie.trim()) ?? []
  const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length)
  return value && BROWSER_SECRET.test(value) ? value : undefined
}

function cookieName(identity: Identity): string {
  return isSecure(identity) ? '__Secure-identity-window' : 'identity-window'
}

function isSecure({ origin }: Identity): boolean {
  return origin.startsWith('https:')
}
