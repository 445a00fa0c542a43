import type { WindowMethod } from '#contract/users/identity-methods.ts'
import type { OutsideClient } from '../deps.ts'
import type { Identity } from '../identity.ts'
import type { OauthClient } from './oauth-client.ts'
import { createSiteClient, oauthSites } from './oauth-sites.ts'
import { createOpenidClient, GOOGLE_ISSUER } from './openid-issuer-client.ts'

/** Creates the clients on first use; undefined for methods without credentials. */
export function createOauthClients(identity: Identity): (method: WindowMethod) => OauthClient | undefined {
  const { clients, custom } = identity
  const build: Record<WindowMethod, (client: OutsideClient) => OauthClient | undefined> = {
    google: (client) => createOpenidClient(identity, client, { issuer: GOOGLE_ISSUER }),
    facebook: (client) => createSiteClient(identity, client, oauthSites.facebook),
    github: (client) => createSiteClient(identity, client, oauthSites.github),
    twitter: (client) => createSiteClient(identity, client, oauthSites.twitter),
    custom: (client) => {
      const { issuer, secretIn } = custom
      return issuer ? createOpenidClient(identity, client, { issuer, secretIn }) : undefined
    },
  }
  const built: Partial<Record<WindowMethod, OauthClient | undefined>> = {}
  return (method) => {
    const client = clients[method]
    built[method] ??= client && build[method](client)
    return built[method]
  }
}
