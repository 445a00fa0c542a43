import * as openid from 'openid-client'
import * as z from 'zod/mini'
import type { OutsideClient } from '../deps.ts'
import type { Identity } from '../identity.ts'
import { fetchOf, type OauthClient, question, TIMEOUT_SECONDS } from './oauth-client.ts'
import type { Told } from './oauth-sites.ts'

export const GOOGLE_ISSUER = 'https://accounts.google.com'
/** Clocks of two houses differ. */
const CLOCK_TOLERANCE_SECONDS = 60

type House = { issuer: string; secretIn?: 'header' | 'body' | undefined }

/** A provider that speaks OpenID Connect; where its parts lie, it says itself. */
export function createOpenidClient(identity: Identity, client: OutsideClient, house: House): OauthClient {
  const { issuer } = house
  const connect = keepSuccess(() => discover(identity, client, house))
  return {
    async startAt(flow, { isReauthentication }) {
      return openid.buildAuthorizationUrl(await connect(), {
        ...(await question(identity, flow)),
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
      if (claims.email || !config.serverMetadata().userinfo_endpoint) return tell(claims)
      // an address and whether it is verified come from one place, never half from another
      const more = await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
      return tell(openidSchema.parse(more))
    },
  }
}

/** Google knows no forced login, but lets people choose; of the others every one knows it, and few the choice. */
function promptFor(issuer: string, isReauthentication: boolean): { prompt?: string } {
  if (issuer === GOOGLE_ISSUER) return { prompt: 'select_account' }
  return isReauthentication ? { prompt: 'login' } : {}
}

async function discover(
  identity: Identity,
  client: OutsideClient,
  { issuer, secretIn }: House,
): Promise<openid.Configuration> {
  const server = new URL(issuer)
  return openid.discovery(
    server,
    client.id,
    { client_secret: client.secret, [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    secretWhereAsked(client.secret, secretIn),
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

/** Where the shop says; else the header, unless the provider says that it takes the body. */
function secretWhereAsked(secret: string, secretIn: House['secretIn']): openid.ClientAuth {
  const [inHeader, inBody] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)]
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

function tell(said: z.infer<typeof openidSchema>): Told {
  const { sub: id, email, name, picture: photoUrl, preferred_username: screenName } = said
  return {
    claims: { id, email, name, photoUrl, screenName },
    address: { isVerified: said.email_verified === true, hostedDomain: said.hd ?? undefined },
  }
}

/** Runs once and keeps the result; a failure is forgotten, so that the next person tries again. */
function keepSuccess<T>(run: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined
  return () => {
    kept ??= run().catch((error: unknown) => {
      kept = undefined
      throw error
    })
    return kept
  }
}
