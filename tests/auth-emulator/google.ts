import { createServer, type IncomingMessage, type Server } from 'node:http'
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'

/** The hosts of Google that these tests need; a request to any of them is sent to this gateway instead. */
const HOSTS = [
  'identitytoolkit.googleapis.com',
  'securetoken.googleapis.com',
  'www.googleapis.com',
  'oauth2.googleapis.com',
]
/**
 * The token that the gateway returns for the store's service account; the emulator accepts it as an admin's.
 */
const ADMIN_TOKEN = 'owner'
const KID = 'a-key-of-the-tests'

/** Returns the address at the gateway; undefined for an address of another host. */
export function atGateway(address: string, port: number): string | undefined {
  const url = URL.parse(address)
  if (!url || !HOSTS.includes(url.host)) return undefined
  return `http://127.0.0.1:${port}/${url.host}${url.pathname}${url.search}`
}

/**
 * Starts a gateway that replaces Google in front of the emulator. The emulator's tokens have no signature,
 * and the store rejects unsigned tokens: the gateway signs those that it returns with a key of the tests, and
 * publishes that key in Google's place. An `idToken` in a request must have that signature.
 */
export async function startGateway(emulator: string, port: number): Promise<Server> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: KID, alg: 'RS256', use: 'sig' }]

  async function sign(token: string): Promise<string> {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: KID, typ: 'JWT' }).sign(privateKey)
  }
  async function respond(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const path = request.url ?? ''
    if (path.startsWith('/www.googleapis.com/service_accounts/')) return { status: 200, body: { keys } }
    if (path.startsWith('/oauth2.googleapis.com/token')) {
      return { status: 200, body: { access_token: ADMIN_TOKEN, expires_in: 3599, token_type: 'Bearer' } }
    }
    const sent = await readText(request)
    const { idToken } = readFields(sent)
    if (typeof idToken === 'string') await jwtVerify(idToken, publicKey)
    const { authorization } = request.headers
    const response = await fetch(`${emulator}${path}`, {
      method: request.method ?? 'GET',
      headers: {
        'content-type': request.headers['content-type'] ?? 'application/json',
        ...(authorization ? { authorization } : {}),
      },
      ...(request.method === 'POST' ? { body: sent } : {}),
    })
    const fields = readFields(await response.text())
    for (const name of ['idToken', 'id_token', 'access_token']) {
      const token = fields[name]
      if (typeof token === 'string') fields[name] = await sign(token)
    }
    return { status: response.status, body: fields }
  }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('access-control-allow-origin', '*')
    respond(request).then(
      ({ status, body }) => response.writeHead(status).end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(502).end(String(error)),
    )
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Returns the fields of a JSON body; none for any other body, such as a form. */
function readFields(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
