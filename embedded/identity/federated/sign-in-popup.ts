import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as openid from 'openid-client'
import * as z from 'zod/mini'
import { popupTexts as texts } from '#contract/people/sign-in/identity-texts.ts'
import type { AuthType } from '#database/rows.ts'
import { GOOGLE_PROVIDER } from '../accounts/accounts.ts'
import { consumeRateLimit } from '../accounts/rate-limits.ts'
import { requireProvider } from '../accounts/sign-in-methods.ts'
import { escapeHtml, pageFrame, sendPage, serveFile } from '../http/pages.ts'
import { check, ToolkitError } from '../http/toolkit-error.ts'
import { checkApiKey, parseRequest, storable } from '../http/toolkit-request.ts'
import type { Identity } from '../identity.ts'
import { decrypt, digest, encrypt, newSecret, OAUTH_FLOW_SECONDS, secondsAfter } from '../tokens/secrets.ts'
import { demoPopupPage, nonceSchema } from './demo-popup.ts'
import { createGrant, type ExternalProvider, readClaims, withVerification } from './external-providers.ts'
import { CALLBACK_PATH, createOauthClients, type Flow, newFlow, type OauthClient } from './oauth-clients.ts'

const COOKIE_PATH = '/identity'
const BROWSER_SECRET_PATTERN = /^[\w-]{43}$/

const popupSchema = z.object({
  nonce: nonceSchema,
  eventId: storable.check(z.minLength(1), z.maxLength(200)),
  authType: z._default(z.enum(['signInViaPopup', 'linkViaPopup', 'reauthViaPopup']), 'signInViaPopup'),
})
const callbackSchema = z.object({ state: z.catch(z.string(), '') })
const pendingSchema = z.object({ eventId: z.catch(z.string(), '') })

type PopupEvent = { type: string; eventId: string } & (
  | { urlResponse: string; sessionId: string; postBody: string }
  | { error: { code: string; message: string } }
)

type Popup = { providerId: string; nonce: string; eventId: string; authType: AuthType }
type PopupFlow = Popup & { flow: Flow }

export function registerPopup(scope: FastifyInstance, identity: Identity): void {
  const clientOf = createOauthClients(identity)
  scope.get<{ Querystring: { providerId?: string } }>('/popup', async (request, reply) => {
    checkApiKey(identity.apiKey, request, 'apiKey')
    const provider = requireProvider(identity, request.query.providerId ?? GOOGLE_PROVIDER)
    const client = clientOf(provider.method)
    if (!client) return sendPage(reply, demoPopupPage(provider))
    return redirectToProvider(identity, { request, reply }, { provider, client })
  })
  scope.get('/oauth/callback', async (request, reply) => {
    const { state } = parseRequest(callbackSchema, request.query)
    const popupFlow = await consumeFlow(identity, state, readBrowserSecret(identity, request))
    if (!popupFlow) return sendPage(allowOpener(reply).code(400), unknownFlowPage())
    const event = await completeFlow(identity, request, { popupFlow, clientOf })
    return sendPage(allowOpener(reply), callbackPage(event))
  })
  // an opener that lost contact to its popup reads here whether the sign-in at the provider is unfinished
  scope.get('/oauth/away', async (request) => {
    checkApiKey(identity.apiKey, request)
    const { eventId } = parseRequest(pendingSchema, request.query)
    return { isAway: await isPending(identity, eventId, readBrowserSecret(identity, request)) }
  })
  serveFile(scope, 'pages.css')
  serveFile(scope, 'callback.js')
}

type Http = { request: FastifyRequest; reply: FastifyReply }

async function redirectToProvider(
  identity: Identity,
  { request, reply }: Http,
  { provider, client }: { provider: ExternalProvider; client: OauthClient },
): Promise<FastifyReply> {
  const popup = { ...parseRequest(popupSchema, request.query), providerId: provider.providerId }
  try {
    await consumeRateLimit(identity, 'popup', identity.trustedIpAddress(request))
    const flow = newFlow()
    const isReauthentication = popup.authType === 'reauthViaPopup'
    const address = await client.authorizationUrl(flow, { isReauthentication })
    const browserSecret = setBrowserCookie(identity, request, reply)
    await saveFlow(identity, browserSecret, { ...popup, flow })
    return allowOpener(reply).redirect(address.href)
  } catch (error) {
    if (error instanceof ToolkitError) reply.code(error.details.status)
    return sendPage(allowOpener(reply), callbackPage(errorEvent(request, popup, error)))
  }
}

async function completeFlow(
  identity: Identity,
  request: FastifyRequest,
  { popupFlow, clientOf }: { popupFlow: PopupFlow; clientOf: ReturnType<typeof createOauthClients> },
): Promise<PopupEvent> {
  const { authType: type, eventId, nonce, providerId } = popupFlow
  try {
    const provider = requireProvider(identity, providerId)
    const client = clientOf(provider.method)
    check(client, 'OPERATION_NOT_ALLOWED')
    const url = new URL(`${identity.origin}${CALLBACK_PATH}`)
    url.search = new URL(request.url, identity.origin).search
    const { claims, address } = await client.readProfile(url, popupFlow.flow)
    const grant = await createGrant(identity.db, {
      providerId,
      profile: withVerification(provider, readClaims(claims), address),
      nonce,
      isReauthentication: type === 'reauthViaPopup',
      at: identity.now(),
    })
    const postBody = new URLSearchParams({ id_token: grant, providerId }).toString()
    const urlResponse = `${identity.origin}${CALLBACK_PATH}`
    return { type, eventId, urlResponse, sessionId: nonce, postBody }
  } catch (error) {
    return errorEvent(request, popupFlow, error)
  }
}

function errorEvent(request: FastifyRequest, { authType: type, eventId }: Popup, error: unknown): PopupEvent {
  const code = popupErrorCode(error)
  if (code !== 'auth/user-cancelled')
    request.log.warn({ reason: reasonOf(error) }, 'identity: sign-in at an external provider failed')
  return { type, eventId, error: { code, message: '' } }
}

function popupErrorCode(error: unknown): string {
  if (error instanceof ToolkitError) {
    return error.details.status === 429 ? 'auth/too-many-requests' : 'auth/operation-not-allowed'
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

/** Other opener policies sever the popup from its opener, since it visits the provider's origin. */
function allowOpener(reply: FastifyReply): FastifyReply {
  return reply.header('cross-origin-opener-policy', 'unsafe-none')
}

function callbackPage(event: PopupEvent): string {
  return pageFrame({
    title: texts.returnedTitle,
    script: 'callback.js',
    main: `<h1>${escapeHtml(texts.returnedTitle)}</h1>
<p role="status">${escapeHtml(texts.returned)}</p>
<template id="event" data-event="${escapeHtml(JSON.stringify(event))}"></template>`,
  })
}

function unknownFlowPage(): string {
  return pageFrame({
    title: texts.orphanedTitle,
    main: `<h1>${escapeHtml(texts.orphanedTitle)}</h1>
<p class="error" role="alert">${escapeHtml(texts.orphaned)}</p>`,
  })
}

/** Without this secret an attacker could complete their own sign-in in another person's browser (login CSRF). */
function setBrowserCookie(identity: Identity, request: FastifyRequest, reply: FastifyReply): string {
  const browserSecret = readBrowserSecret(identity, request) ?? newSecret()
  const cookie = `${cookieName(identity)}=${browserSecret}; Path=${COOKIE_PATH}; Max-Age=${OAUTH_FLOW_SECONDS}; HttpOnly; SameSite=Lax`
  reply.header('set-cookie', isSecure(identity) ? `${cookie}; Secure` : cookie)
  return browserSecret
}

function readBrowserSecret(identity: Identity, { headers }: FastifyRequest): string | undefined {
  const prefix = `${cookieName(identity)}=`
  const cookies = headers.cookie?.split(';').map((cookie) => cookie.trim()) ?? []
  const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length)
  return value && BROWSER_SECRET_PATTERN.test(value) ? value : undefined
}

function cookieName(identity: Identity): string {
  return isSecure(identity) ? '__Secure-identity-window' : 'identity-window'
}

function isSecure({ origin }: Identity): boolean {
  return origin.startsWith('https:')
}

const secretsSchema = z.object({ codeVerifier: z.string(), idTokenNonce: z.string(), nonce: z.string() })

async function saveFlow(identity: Identity, browserSecret: string, popupFlow: PopupFlow): Promise<void> {
  const { providerId, nonce, eventId, authType, flow } = popupFlow
  const { state, codeVerifier, idTokenNonce } = flow
  const stateHash = digest(state)
  const secrets = Buffer.from(JSON.stringify({ codeVerifier, idTokenNonce, nonce }))
  await identity.db
    .insertInto('identity.oauth_flows')
    .values({
      state_hash: stateHash,
      browser_hash: digest(browserSecret),
      nonce_hash: digest(nonce),
      provider_id: providerId,
      event_id: eventId,
      auth_type: authType,
      encrypted_checks: encrypt(identity, stateHash, secrets),
      expires_at: secondsAfter(identity.now(), OAUTH_FLOW_SECONDS),
    })
    .execute()
}

async function isPending(
  identity: Identity,
  eventId: string,
  browserSecret: string | undefined,
): Promise<boolean> {
  if (browserSecret === undefined) return false
  const row = await identity.db
    .selectFrom('identity.oauth_flows')
    .select('state_hash')
    .where('browser_hash', '=', digest(browserSecret))
    .where('event_id', '=', eventId)
    .where('expires_at', '>', identity.now())
    .executeTakeFirst()
  return row !== undefined
}

async function consumeFlow(identity: Identity, state: string, browserSecret: string | undefined) {
  const row = await identity.db
    .deleteFrom('identity.oauth_flows')
    .where('state_hash', '=', digest(state))
    .returningAll()
    .executeTakeFirst()
  if (!row || row.expires_at <= identity.now()) return undefined
  if (browserSecret === undefined || row.browser_hash !== digest(browserSecret)) return undefined
  const { nonce, ...secrets } = secretsSchema.parse(
    JSON.parse(decrypt(identity, row.state_hash, row.encrypted_checks).toString()),
  )
  const { provider_id: providerId, event_id: eventId, auth_type: authType } = row
  return { providerId, eventId, authType, nonce, flow: { state, ...secrets } }
}
