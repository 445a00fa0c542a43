import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { portOf } from '#tests/support/http/listening-port.ts'

type OpenidPerson = {
  sub: string
  name?: string
  email?: string
  email_verified?: boolean
  hd?: string
  picture?: string
}

export type OpenidProvider = {
  address: string
  /** Sets whether its pages send `Cross-Origin-Opener-Policy`, which cuts the connection to the opener. */
  sendOpenerPolicy: (isSent: boolean) => void
  close(): Promise<void>
}
type Options = {
  client: { id: string; secret: string }
  /** The redirect URI; read at the first request. */
  redirectUri: () => string
  people: readonly OpenidPerson[]
  /** The `iss` of its tokens; its own address by default. */
  issuer?: string
  /** Puts the profile into the ID token, as Google does; otherwise only userinfo returns it. */
  inIdToken?: boolean
}

/**
 * Starts a certified OpenID Connect provider at a free port of 127.0.0.1, another origin than `localhost`.
 * A person signs in by selecting an account on its page.
 */
export async function startOpenidProvider(options: Options): Promise<OpenidProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  const address = `http://127.0.0.1:${port}`
  let provider: Promise<Provider> | undefined
  let sendsOpenerPolicy = false
  server.on('request', async (request, response) => {
    if (sendsOpenerPolicy) response.setHeader('cross-origin-opener-policy', 'same-origin')
    provider ??= createProvider(options.issuer ?? address, options)
    try {
      if (!request.url?.startsWith('/choose/')) return (await provider).callback()(request, response)
      await handleChoice(await provider, options.people, { request, response })
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  const sendOpenerPolicy = (isSent: boolean) => {
    sendsOpenerPolicy = isSent
  }
  return { address, sendOpenerPolicy, close: () => close(server) }
}

async function createProvider(issuer: string, { client, redirectUri, people, inIdToken }: Options) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' }
  return new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri()] }],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'], profile: ['name', 'picture'] },
    conformIdTokenClaims: !inIdToken,
    features: { devInteractions: { enabled: false } },
    ttl: { AccessToken: 600, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/choose/${uid}` },
    findAccount: (_context, accountId) => {
      const person = people.find(({ sub }) => sub === accountId)
      return person && { accountId, claims: () => ({ ...person }) }
    },
  })
}

type Http = { request: IncomingMessage; response: ServerResponse }

/** The provider's page, which asks for the person or a refusal. */
async function handleChoice(
  provider: Provider,
  people: readonly OpenidPerson[],
  { request, response }: Http,
): Promise<void> {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(choicePage(people))
    return
  }
  const sub = new URLSearchParams(await readText(request)).get('sub') ?? ''
  if (!sub) {
    const error = { error: 'access_denied', error_description: 'The person said no' }
    return provider.interactionFinished(request, response, error)
  }
  const { params } = await provider.interactionDetails(request, response)
  const grant = new provider.Grant({ accountId: sub, clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  const result = { login: { accountId: sub }, consent: { grantId: await grant.save() } }
  return provider.interactionFinished(request, response, result)
}

function choicePage(people: readonly OpenidPerson[]): string {
  const buttons = people.map(({ sub }) => `<button name="sub" value="${sub}">I am ${sub}</button>`)
  return `<!doctype html><html lang="en"><title>Test identity provider</title><h1>Test identity provider</h1>
<form method="post">${buttons.join('')}<button name="sub" value="">No thanks</button></form></html>`
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** Opens the provider's page and signs in as the person `sub`, or refuses if it is ''; returns the redirect back. */
export async function visit(to: URL, sub: string): Promise<URL> {
  const jar = new Map<string, string>()
  let [url, form]: [URL, URLSearchParams | undefined] = [to, undefined]
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const init = { headers: { cookie }, redirect: 'manual' } as const
    const response: Response = await fetch(url, form ? { ...init, method: 'POST', body: form } : init)
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      jar.set(name, value)
    }
    const location: string | null = response.headers.get('location')
    form = location ? undefined : new URLSearchParams({ sub })
    url = location ? new URL(location, url) : url
    if (url.origin !== to.origin) return url
  }
  throw new Error('the provider did not redirect back within ten steps')
}
