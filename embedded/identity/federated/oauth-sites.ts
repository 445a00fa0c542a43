import * as openid from 'openid-client'
import * as z from 'zod/mini'
import type { OutsideClient } from '../deps.ts'
import type { Identity } from '../identity.ts'
import {
  authorizationParameters,
  fetchOf,
  type OauthClient,
  type OutsideProfile,
  TIMEOUT_SECONDS,
} from './oauth-client.ts'

/** Fetches JSON from the provider with the user's access token. */
type Ask = (url: string) => Promise<unknown>

type OauthSite = {
  server: { issuer: string; authorization_endpoint: string; token_endpoint: string }
  scope: string
  /** Where the client's secret is sent when a code is exchanged. */
  secretIn: 'body' | 'header'
  readPerson(ask: Ask): Promise<OutsideProfile>
}

const text = z.optional(z.nullable(z.string()))

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

/** Providers without OpenID Connect; each has its own profile format. */
export const oauthSites: Record<'facebook' | 'github' | 'twitter', OauthSite> = {
  // https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
  facebook: {
    server: {
      issuer: 'https://www.facebook.com',
      authorization_endpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
      token_endpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
    },
    scope: 'public_profile email',
    secretIn: 'body',
    async readPerson(ask) {
      const url = 'https://graph.facebook.com/v23.0/me?fields=id,name,email,picture.type(large)'
      const { id, name, email, picture } = facebookSchema.parse(await ask(url))
      const claims = { id, name, email, photoUrl: picture?.data.url }
      return { claims, address: { isVerified: false } }
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
    secretIn: 'body',
    async readPerson(ask) {
      const [user, emails] = await Promise.all([
        ask('https://api.github.com/user'),
        ask('https://api.github.com/user/emails'),
      ])
      const { id, login, name, avatar_url: photoUrl } = githubSchema.parse(user)
      const primary = githubEmailsSchema.parse(emails).find((one) => one.primary)
      const claims = {
        id: String(id),
        name: name ?? login,
        email: primary?.email,
        photoUrl,
        screenName: login,
      }
      return { claims, address: { isVerified: primary?.verified ?? false } }
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
    secretIn: 'header',
    async readPerson(ask) {
      const url = 'https://api.x.com/2/users/me?user.fields=confirmed_email,profile_image_url'
      const { data } = twitterSchema.parse(await ask(url))
      const claims = {
        id: data.id,
        name: data.name,
        email: data.confirmed_email,
        photoUrl: data.profile_image_url,
        screenName: data.username,
      }
      return { claims, address: { isVerified: Boolean(data.confirmed_email) } }
    },
  },
}

export function createSiteClient(
  identity: Identity,
  client: OutsideClient,
  { server, scope, secretIn, readPerson }: OauthSite,
): OauthClient {
  const auth = secretIn === 'body' ? openid.ClientSecretPost(client.secret) : plainHeader(client)
  const config = new openid.Configuration(server, client.id, client.secret, auth)
  config[openid.customFetch] = fetchOf(identity)
  config.timeout = TIMEOUT_SECONDS
  return {
    startAt: async (flow) =>
      openid.buildAuthorizationUrl(config, { ...(await authorizationParameters(identity, flow)), scope }),
    async readPerson(callback, { state, codeVerifier }) {
      const checks = { expectedState: state, pkceCodeVerifier: codeVerifier }
      const { access_token: token } = await openid.authorizationCodeGrant(config, callback, checks)
      return readPerson(async (address) => {
        const url = new URL(address)
        const headers = new Headers({ accept: 'application/json' })
        const response = await openid.fetchProtectedResource(config, token, url, 'GET', undefined, headers)
        if (!response.ok) throw new Error(`${url.host} answered ${response.status}`)
        return response.json()
      })
    },
  }
}

/** RFC 6749 percent-encodes the credentials, but not all providers decode them. */
function plainHeader({ id, secret }: OutsideClient): openid.ClientAuth {
  const credentials = Buffer.from(`${id}:${secret}`).toString('base64')
  return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${credentials}`)
}
