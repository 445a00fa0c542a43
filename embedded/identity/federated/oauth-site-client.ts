import * as openid from 'openid-client'
import type { OutsideClient } from '../deps.ts'
import type { Identity } from '../identity.ts'
import { authorizationParameters, fetchOf, type OauthClient, TIMEOUT_SECONDS } from './oauth-client.ts'
import type { OauthSite } from './oauth-sites.ts'

/** A client for OAuth 2 without OpenID Connect. */
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
    async readPerson(url, { state, codeVerifier }) {
      const checks = { expectedState: state, pkceCodeVerifier: codeVerifier }
      const { access_token: token } = await openid.authorizationCodeGrant(config, url, checks)
      return readPerson(async (address) => {
        const headers = new Headers({ accept: 'application/json' })
        const answer = await openid.fetchProtectedResource(
          config,
          token,
          new URL(address),
          'GET',
          undefined,
          headers,
        )
        if (!answer.ok) throw new Error(`${new URL(address).host} answered ${answer.status}`)
        return answer.json()
      })
    },
  }
}

/** RFC 6749 percent-encodes the credentials, but not all providers decode them. */
function plainHeader({ id, secret }: OutsideClient): openid.ClientAuth {
  const credentials = Buffer.from(`${id}:${secret}`).toString('base64')
  return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${credentials}`)
}
