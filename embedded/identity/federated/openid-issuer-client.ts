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

export const GOOGLE_ISSUER = 'https://accounts.google.com'
const CLOCK_TOLERANCE_SECONDS = 60

type Issuer = { issuer: string; secretIn?: 'header' | 'body' | undefined }

export function createOpenidClient(identity: Identity, client: OutsideClient, options: Issuer): OauthClient {
  const { issuer } = options
  const connect = cacheSuccess(() => discover(identity, client, options))
  return {
    async startAt(flow, { isReauthentication }) {
      return openid.buildAuthorizationUrl(await connect(), {
        ...(await authorizationParameters(identity, flow)),
        scope: 'openid email profile',
        nonce: flow.idTokenNonce,
        ...promptFor(issuer, isReauthentication),
      })
    },
    async readPerson(url, { state, codeVerifier, idTokenNonce }) {
      const config = await connect()
      const tokens = await openid.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: idTokenNonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = openidSchema.parse(tokens.claims())
      if (claims.email || !config.serverMetadata().userinfo_endpoint) return toProfile(claims)
      // address and `email_verified` must come from one source
      const more = await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
      return toProfile(openidSchema.parse(more))
    },
  }
}

/** Google does not support `login`; others do, but rarely `select_account`. */
function promptFor(issuer: string, isReauthentication: boolean): { prompt?: string } {
  if (issuer === GOOGLE_ISSUER) return { prompt: 'select_account' }
  return isReauthentication ? { prompt: 'login' } : {}
}

async function discover(
  identity: Identity,
  client: OutsideClient,
  { issuer, secretIn }: Issuer,
): Promise<openid.Configuration> {
  const server = new URL(issuer)
  return openid.discovery(
    server,
    client.id,
    { client_secret: client.secret, [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    clientAuth(client.secret, secretIn),
    {
      timeout: TIMEOUT_SECONDS,
      [openid.customFetch]: fetchOf(identity),
      execute: [
        openid.enableNonRepudiationChecks,
        ...(server.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
      ],
    },
  )
}

/** By configuration; else in the header, unless the provider supports the body. */
function clientAuth(secret: string, secretIn: Issuer['secretIn']): openid.ClientAuth {
  const inHeader = openid.ClientSecretBasic(secret)
  const inBody = openid.ClientSecretPost(secret)
  return (server, ...rest) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    const isInBody = secretIn ? secretIn === 'body' : takesBody
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

function toProfile(claims: z.infer<typeof openidSchema>): OutsideProfile {
  const { sub: id, email, name, picture: photoUrl, preferred_username: screenName } = claims
  return {
    claims: { id, email, name, photoUrl, screenName },
    address: { isVerified: claims.email_verified === true, hostedDomain: claims.hd ?? undefined },
  }
}

/** Caches the result of `run`, but not a failure. */
function cacheSuccess<T>(run: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined
  return () => {
    cached ??= run().catch((error: unknown) => {
      cached = undefined
      throw error
    })
    return cached
  }
}
