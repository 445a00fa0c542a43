import { createHash, randomUUID } from 'node:crypto'

/** The responses of a provider about one person, by URL. */
export type Profile = Record<string, unknown>

export type OauthProviders = {
  fetch: typeof fetch
  /** The redirect with a code after the person agreed. */
  agree(to: URL, profile: Profile): URL
  /** The redirect after the person refused. */
  refuse(to: URL): URL
}

type Grant = { profile: Profile; challenge: string; redirectUri: string; site: string }

/** The token endpoints, and where each expects the client's secret. */
const tokenEndpoints: Record<string, 'body' | 'header'> = {
  'https://graph.facebook.com/v23.0/oauth/access_token': 'body',
  'https://github.com/login/oauth/access_token': 'body',
  'https://api.x.com/2/oauth2/token': 'header',
}
const authorizationEndpoints: Record<string, string> = {
  'https://www.facebook.com/v23.0/dialog/oauth': 'facebook.com',
  'https://github.com/login/oauth/authorize': 'github.com',
  'https://x.com/i/oauth2/authorize': 'x.com',
}

/**
 * Facebook, GitHub and Twitter as far as sign-in calls them: OAuth 2 with PKCE, codes that are accepted once,
 * the client's secret where each provider expects it, and the profiles that a test sets.
 */
export function openOauthProviders(client: { id: string; secret: string }): OauthProviders {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()

  function redirectBack(to: URL, result: Record<string, string>): URL {
    const url = new URL(to.searchParams.get('redirect_uri') ?? '')
    url.search = new URLSearchParams({ ...result, state: to.searchParams.get('state') ?? '' }).toString()
    return url
  }

  async function exchangeCode(request: Request, secretIn: 'body' | 'header'): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
    const isKnown =
      secretIn === 'header'
        ? request.headers.get('authorization') === basic
        : form.get('client_id') === client.id && form.get('client_secret') === client.secret
    if (!isKnown) return Response.json({ error: 'invalid_client' }, { status: 401 })
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isValid =
      grant?.challenge === proof &&
      grant.redirectUri === form.get('redirect_uri') &&
      form.get('grant_type') === 'authorization_code' &&
      siteOf(request.url) === grant.site
    // GitHub sends errors with status 200.
    if (!grant || !isValid) return Response.json({ error: 'invalid_grant' }, { status: 200 })
    const token = randomUUID()
    tokens.set(token, grant)
    return Response.json({ access_token: token, token_type: 'bearer', expires_in: 3600 })
  }

  async function respond(request: Request): Promise<Response> {
    const secretIn = tokenEndpoints[request.url]
    if (secretIn) return exchangeCode(request, secretIn)
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    const grant = tokens.get(token)
    if (!grant || grant.site !== siteOf(request.url)) return new Response('bad token', { status: 401 })
    const profile = grant.profile[decodeURIComponent(request.url)]
    return profile === undefined ? new Response('no data', { status: 403 }) : Response.json(profile)
  }

  return {
    fetch: (input, init) => respond(new Request(input, init)),
    agree(to, profile) {
      const query = Object.fromEntries(to.searchParams)
      const site = authorizationEndpoints[`${to.origin}${to.pathname}`]
      const isRight = query.client_id === client.id && query.code_challenge_method === 'S256'
      if (!site || !isRight || query.response_type !== 'code') throw new Error(`invalid request: ${to}`)
      const code = randomUUID()
      const challenge = query.code_challenge ?? ''
      const redirectUri = query.redirect_uri ?? ''
      codes.set(code, { profile, challenge, redirectUri, site })
      return redirectBack(to, { code })
    },
    refuse: (to) => redirectBack(to, { error: 'access_denied' }),
  }
}

function siteOf(url: string): string {
  return new URL(url).hostname.split('.').slice(-2).join('.')
}
