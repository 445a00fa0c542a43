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

type Grant = { profile: Profile; challenge: string; redirectUri: string; host: string }

/** The token endpoint of each provider, and where it expects the client's secret. */
const tokenAddresses: Record<string, 'body' | 'header'> = {
  'https://graph.facebook.com/v23.0/oauth/access_token': 'body',
  'https://github.com/login/oauth/access_token': 'body',
  'https://api.x.com/2/oauth2/token': 'header',
}
const authorizations: Record<string, string> = {
  'https://www.facebook.com/v23.0/dialog/oauth': 'facebook.com',
  'https://github.com/login/oauth/authorize': 'github.com',
  'https://x.com/i/oauth2/authorize': 'x.com',
}

/**
 * Facebook, GitHub and Twitter as far as sign-in calls them: OAuth 2 with PKCE, codes that are accepted once,
 * each with its own place of the client's secret, and the profiles that a test sets.
 */
export function openOauthProviders(client: { id: string; secret: string }): OauthProviders {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()

  function back(to: URL, answer: Record<string, string>): URL {
    const url = new URL(to.searchParams.get('redirect_uri') ?? '')
    url.search = new URLSearchParams({ ...answer, state: to.searchParams.get('state') ?? '' }).toString()
    return url
  }

  async function trade(request: Request, secretIn: 'body' | 'header'): Promise<Response> {
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
    const fits =
      grant?.challenge === proof &&
      grant.redirectUri === form.get('redirect_uri') &&
      form.get('grant_type') === 'authorization_code' &&
      siteOf(request.url) === grant.host
    // GitHub sends errors with status 200.
    if (!grant || !fits) return Response.json({ error: 'invalid_grant' }, { status: 200 })
    const token = randomUUID()
    tokens.set(token, grant)
    return Response.json({ access_token: token, token_type: 'bearer', expires_in: 3600 })
  }

  async function answer(request: Request): Promise<Response> {
    const secretIn = tokenAddresses[request.url]
    if (secretIn) return trade(request, secretIn)
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    const grant = tokens.get(token)
    if (!grant || grant.host !== siteOf(request.url)) return new Response('bad token', { status: 401 })
    const profile = grant.profile[decodeURIComponent(request.url)]
    return profile === undefined ? new Response('no data', { status: 403 }) : Response.json(profile)
  }

  return {
    fetch: (input, init) => answer(new Request(input, init)),
    agree(to, profile) {
      const asked = Object.fromEntries(to.searchParams)
      const host = authorizations[`${to.origin}${to.pathname}`]
      const isRight = asked.client_id === client.id && asked.code_challenge_method === 'S256'
      if (!host || !isRight || asked.response_type !== 'code') throw new Error(`invalid request: ${to}`)
      const code = randomUUID()
      const challenge = asked.code_challenge ?? ''
      const redirectUri = asked.redirect_uri ?? ''
      codes.set(code, { profile, challenge, redirectUri, host })
      return back(to, { code })
    },
    refuse: (to) => back(to, { error: 'access_denied' }),
  }
}

function siteOf(url: string): string {
  return new URL(url).hostname.split('.').slice(-2).join('.')
}
