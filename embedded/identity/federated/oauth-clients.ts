import * as openid from 'openid-client'
import * as z from 'zod/mini'
import type { PopupMethod } from '#contract/platform/auth/identity-methods.ts'
import type { ClientCredentials, Identity } from '../identity.ts'
import type { AddressClaims, ProfileClaims } from './external-providers.ts'

type ProviderProfile = { claims: ProfileClaims; address: AddressClaims }

export type OauthClient = {
  authorizationUrl(flow: Flow, options: { isReauthentication: boolean }): Promise<URL>
  readProfile(url: URL, flow: Flow): Promise<ProviderProfile>
}
/** Random values that bind the callback to the authorization request; used once. */
export type Flow = { state: string; codeVerifier: string; idTokenNonce: string }

export const CALLBACK_PATH = '/identity/oauth/callback'
const GOOGLE_ISSUER = 'https://accounts.google.com'
const TIMEOUT_SECONDS = 10
const CLOCK_TOLERANCE_SECONDS = 60

export function createOauthClients(identity: Identity): (method: PopupMethod) => OauthClient | undefined {
  const built = new Map<PopupMethod, OauthClient | undefined>()
  return (method) => {
    const client = identity.clients[method]
    if (client && !built.has(method)) built.set(method, create(identity, method, client))
    return built.get(method)
  }
}

function create(identity: Identity, method: PopupMethod, client: ClientCredentials): OauthClient | undefined {
  if (method === 'google') return createOpenidClient(identity, client, { issuer: GOOGLE_ISSUER })
  if (method !== 'custom') return createSiteClient(identity, client, oauthSites[method])
  const { issuer, clientAuthMethod } = identity.custom
  return issuer ? createOpenidClient(identity, client, { issuer, clientAuthMethod }) : undefined
}

export function newFlow(): Flow {
  return {
    state: openid.randomState(),
    codeVerifier: openid.randomPKCECodeVerifier(),
    idTokenNonce: openid.randomNonce(),
  }
}

async function authorizationParameters({ origin }: Identity, { state, codeVerifier }: Flow) {
  return {
    redirect_uri: `${origin}${CALLBACK_PATH}`,
    response_type: 'code',
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  }
}

function fetchOf({ fetch }: Identity): openid.CustomFetch {
  return (url, { body, ...options }) =>
    fetch(url, { ...options, body: body instanceof Uint8Array ? new Uint8Array(body) : (body ?? null) })
}

type Issuer = { issuer: string; clientAuthMethod?: 'header' | 'body' | undefined }

function createOpenidClient(identity: Identity, client: ClientCredentials, options: Issuer): OauthClient {
  const { issuer } = options
  let discovered: Promise<openid.Configuration> | undefined

  function discoverOnce(): Promise<openid.Configuration> {
    discovered ??= discover(identity, client, options).catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }

  return {
    async authorizationUrl(flow, { isReauthentication }) {
      return openid.buildAuthorizationUrl(await discoverOnce(), {
        ...(await authorizationParameters(identity, flow)),
        scope: 'openid email profile',
        nonce: flow.idTokenNonce,
        ...promptFor(issuer, isReauthentication),
      })
    },
    async readProfile(url, { state, codeVerifier, idTokenNonce }) {
      const config = await discoverOnce()
      const tokens = await openid.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: idTokenNonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = openidSchema.parse(tokens.claims())
      if (claims.email || !config.serverMetadata().userinfo_endpoint) return toProfile(claims)
      // address and `email_verified` must come from one source
      const userInfo = await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
      return toProfile(openidSchema.parse(userInfo))
    },
  }
}

/** Google does not support `login`; other providers do, but rarely support `select_account`. */
function promptFor(issuer: string, isReauthentication: boolean): { prompt?: string } {
  if (issuer === GOOGLE_ISSUER) return { prompt: 'select_account' }
  return isReauthentication ? { prompt: 'login' } : {}
}

function discover(identity: Identity, client: ClientCredentials, { issuer, clientAuthMethod }: Issuer) {
  const server = new URL(issuer)
  const insecure = server.protocol === 'http:' ? [openid.allowInsecureRequests] : []
  return openid.discovery(
    server,
    client.id,
    { client_secret: client.secret, [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    clientAuth(client.secret, clientAuthMethod),
    {
      timeout: TIMEOUT_SECONDS,
      [openid.customFetch]: fetchOf(identity),
      execute: [openid.enableNonRepudiationChecks, ...insecure],
    },
  )
}

function clientAuth(secret: string, clientAuthMethod: Issuer['clientAuthMethod']): openid.ClientAuth {
  const inHeader = openid.ClientSecretBasic(secret)
  const inBody = openid.ClientSecretPost(secret)
  return (server, ...rest) => {
    const supportsBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    const isInBody = clientAuthMethod ? clientAuthMethod === 'body' : supportsBody
    return (isInBody ? inBody : inHeader)(server, ...rest)
  }
}

const text = z.optional(z.nullable(z.string()))

const openidSchema = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: text,
  email_verified: z.optional(z.unknown()),
  name: text,
  picture: text,
  preferred_username: text,
  hd: text,
})

function toProfile(claims: z.infer<typeof openidSchema>): ProviderProfile {
  const { sub: id, email, name, picture: photoUrl, preferred_username: screenName } = claims
  return {
    claims: { id, email, name, photoUrl, screenName },
    address: { isVerified: claims.email_verified === true, hostedDomain: claims.hd ?? undefined },
  }
}

type OauthSite = {
  server: { issuer: string; authorization_endpoint: string; token_endpoint: string }
  scope: string
  clientAuthMethod: 'body' | 'header'
  readProfile(fetchJson: (url: string) => Promise<unknown>): Promise<ProviderProfile>
}

const facebookSchema = z.object({
  id: z.string(),
  name: text,
  email: text,
  picture: z.optional(z.object({ data: z.object({ url: text }) })),
})
const githubSchema = z.object({ id: z.int(), login: z.string(), name: text, avatar_url: text })
const githubEmailsSchema = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
)
const twitterSchema = z.object({
  data: z.object({
    id: z.string(),
    name: text,
    username: text,
    confirmed_email: text,
    profile_image_url: text,
  }),
})

const oauthSites: Record<'facebook' | 'github' | 'twitter', OauthSite> = {
  // https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
  facebook: {
    server: {
      issuer: 'https://www.facebook.com',
      authorization_endpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
      token_endpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
    },
    scope: 'public_profile email',
    clientAuthMethod: 'body',
    async readProfile(fetchJson) {
      const url = 'https://graph.facebook.com/v23.0/me?fields=id,name,email,picture.type(large)'
      const { picture, ...claims } = facebookSchema.parse(await fetchJson(url))
      return { claims: { ...claims, photoUrl: picture?.data.url }, address: { isVerified: false } }
    },
  },
  // https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
  github: {
    server: {
      issuer: 'https://github.com/login/oauth',
      authorization_endpoint: 'https://github.com/login/oauth/authorize',
      token_endpoint: 'https://github.com/login/oauth/access_token',
    },
    scope: 'read:user user:email',
    clientAuthMethod: 'body',
    async readProfile(fetchJson) {
      const user = githubSchema.parse(await fetchJson('https://api.github.com/user'))
      const emails = githubEmailsSchema.parse(await fetchJson('https://api.github.com/user/emails'))
      const primary = emails.find((one) => one.primary)
      const { login: screenName, avatar_url: photoUrl } = user
      const name = user.name ?? screenName
      return {
        claims: { id: String(user.id), name, email: primary?.email, photoUrl, screenName },
        address: { isVerified: primary?.verified ?? false },
      }
    },
  },
  // https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
  twitter: {
    server: {
      issuer: 'https://x.com',
      authorization_endpoint: 'https://x.com/i/oauth2/authorize',
      token_endpoint: 'https://api.x.com/2/oauth2/token',
    },
    scope: 'tweet.read users.read users.email',
    clientAuthMethod: 'header',
    async readProfile(fetchJson) {
      const url = 'https://api.x.com/2/users/me?user.fields=confirmed_email,profile_image_url'
      const { id, name, username, confirmed_email, profile_image_url } = twitterSchema.parse(
        await fetchJson(url),
      ).data
      return {
        claims: { id, name, email: confirmed_email, photoUrl: profile_image_url, screenName: username },
        address: { isVerified: Boolean(confirmed_email) },
      }
    },
  },
}

function createSiteClient(
  identity: Identity,
  client: ClientCredentials,
  { server, scope, clientAuthMethod, readProfile }: OauthSite,
): OauthClient {
  const auth = clientAuthMethod === 'body' ? openid.ClientSecretPost(client.secret) : plainHeader(client)
  const config = new openid.Configuration(server, client.id, client.secret, auth)
  config[openid.customFetch] = fetchOf(identity)
  config.timeout = TIMEOUT_SECONDS
  return {
    authorizationUrl: async (flow) =>
      openid.buildAuthorizationUrl(config, { ...(await authorizationParameters(identity, flow)), scope }),
    async readProfile(callback, { state, codeVerifier }) {
      const checks = { expectedState: state, pkceCodeVerifier: codeVerifier }
      const { access_token: token } = await openid.authorizationCodeGrant(config, callback, checks)
      return readProfile(async (address) => {
        const url = new URL(address)
        const headers = new Headers({ accept: 'application/json' })
        const response = await openid.fetchProtectedResource(config, token, url, 'GET', undefined, headers)
        if (!response.ok) throw new Error(`${url.host} responded with status ${response.status}`)
        return response.json()
      })
    },
  }
}

/** RFC 6749 percent-encodes the credentials, but not all providers decode them: here they are plain. */
function plainHeader({ id, secret }: ClientCredentials): openid.ClientAuth {
  const credentials = Buffer.from(`${id}:${secret}`).toString('base64')
  return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${credentials}`)
}
